# DNS: servers on loopback, good ones and one that misbehaves.
file(GLOB sources CONFIGURE_DEPENDS ${tests}/server/test_*.c)
foreach(source ${sources})
  get_filename_component(name ${source} NAME_WE)
  string(REPLACE "test_" "server." test ${name})
  test_program(${name} ${source} ${tests}/server/misbehave.c
    ${tests}/server/free_in_callback.c)
  target_link_libraries(${name} PRIVATE PkgConfig::CMOCKA)
  set(labels server)
  if(name MATCHES "^test_(cached|storm)$")
    list(APPEND labels threads)
  endif()
  ddds_test(${test} "${labels}" NEEDS loopback COST 80 COMMAND ${name})
endforeach()

test_program(misbehaving ${tests}/server/misbehaving.c
  ${tests}/server/misbehave.c)

if(NOT "tool" IN_LIST ddds_products)
  return()
endif()
# server_test(NAME SCRIPT [ORDINARY] COST N [NEEDS WHAT...] [WITH ARGUMENT...]):
# a script of the tool and a server.
function(server_test name script)
  cmake_parse_arguments(PARSE_ARGV 2 its "ORDINARY" "COST" "NEEDS;WITH")
  set(ordinary "")
  if(its_ORDINARY)
    set(ordinary ORDINARY)
  endif()
  ddds_test(${name} server ${ordinary} COST ${its_COST}
    NEEDS python3 loopback ${its_NEEDS}
    COMMAND ${tests}/${script} $<TARGET_FILE:ddds> ${its_WITH})
endfunction()

# Real servers give what zone files give: with sanitizers for one of them.
server_test(server.nsd server/compare COST 60 NEEDS nsd WITH nsd)
server_test(server.knot server/compare ORDINARY COST 60 NEEDS knotd WITH knot)
server_test(server.cares server/compare COST 60 NEEDS knotd WITH knot cares)
server_test(server.bind server/compare ORDINARY COST 60
  NEEDS named named-checkzone WITH bind)
server_test(server.unbound server/compare ORDINARY COST 90
  NEEDS unbound knotd dig WITH unbound)

server_test(server.validate server/compare COST 60
  NEEDS knotd dig pc:libunbound pc:libssl WITH validate)

get_property(loop_examples GLOBAL PROPERTY ddds_loop_examples)
server_test(server.live server/live COST 20 NEEDS nsd WITH ${loop_examples})
server_test(server.additional server/additional COST 20 NEEDS named nsd)
server_test(server.rotation server/rotation COST 20 NEEDS named)
server_test(server.system server/system COST 20 NEEDS nsd unshare mount)
server_test(server.interrupt server/interrupt COST 50 NEEDS pty
  WITH $<TARGET_FILE:misbehaving>)
server_test(server.rate server/rate COST 10)
server_test(server.numbers server/numbers COST 10)
server_test(server.hostile server/hostile COST 50 NEEDS python3:jsonschema
  WITH $<TARGET_FILE:misbehaving>)
server_test(server.radius server/radius COST 20
  NEEDS nsd dig openssl ?radsecproxy ?freeradius)
server_test(lint.live lint/live COST 90
  NEEDS python3:jsonschema nsd knotd named unbound dig
  WITH $<TARGET_FILE:misbehaving>)
