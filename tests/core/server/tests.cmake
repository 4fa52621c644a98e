# DNS on loopback, with a server that misbehaves.
file(GLOB sources CONFIGURE_DEPENDS ${tests}/core/server/test_*.c)
foreach(source ${sources})
  get_filename_component(name ${source} NAME_WE)
  string(REPLACE "test_" "server." test ${name})
  test_program(${name} ${source} ${tests}/core/server/misbehave.c
    ${tests}/core/server/free_in_callback.c)
  target_link_libraries(${name} PRIVATE ddds_unit)
  set(labels server)
  if(name MATCHES "^test_(cached|storm)$")
    list(APPEND labels threads)
  endif()
  ddds_test(${test} "${labels}" NEEDS loopback COST 80 COMMAND ${name})
endforeach()

test_program(misbehaving ${tests}/core/server/misbehaving.c
  ${tests}/core/server/misbehave.c)
