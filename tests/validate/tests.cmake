# Answers that are validated here, where libunbound is.
if(TARGET ddds-validate-static)
  foreach(name validator timers)
    test_program(test_${name} ${tests}/validate/test_${name}.c
      ${tests}/server/misbehave.c)
    target_link_libraries(test_${name} PRIVATE ddds-validate-static
      PkgConfig::CMOCKA)
  endforeach()
endif()
ddds_test(validate.timers unit NEEDS pc:libunbound
  COMMAND $<TARGET_FILE:test_timers>)
ddds_test(validate.validator server NEEDS pc:libunbound pc:libssl loopback
  COST 80 COMMAND $<TARGET_FILE:test_validator>)
if(NOT DDDS_BUILD_TOOL)
  return()
endif()
# validate_test(NAME SCRIPT [ORDINARY] [NEEDS WHAT...] [WITH ARGUMENT...])
function(validate_test name script)
  cmake_parse_arguments(PARSE_ARGV 2 its "ORDINARY" "" "NEEDS;WITH")
  set(ordinary "")
  if(its_ORDINARY)
    set(ordinary ORDINARY)
  endif()
  ddds_test(validate.${name} server ${ordinary} COST 60
    NEEDS python3 loopback pc:libunbound pc:libssl ${its_NEEDS}
    BUILDS ddds-validate-shared
    COMMAND ${tests}/validate/${script} $<TARGET_FILE:ddds> ${its_WITH})
endfunction()
set(signers dnssec-signzone ldns-signzone delv unbound-host)
validate_test(knot verdicts NEEDS knotd ${signers} WITH knot)
validate_test(bind verdicts ORDINARY NEEDS named ${signers} WITH bind)
validate_test(lint lint NEEDS knotd ${signers})
validate_test(tls tls NEEDS openssl knotd unbound kresd dig)
validate_test(chaos chaos ORDINARY NEEDS knotd dig)
validate_test(recursive recursive NEEDS knotd unshare ${signers})
validate_test(serve serve NEEDS knotd dig pc:libmicrohttpd)
