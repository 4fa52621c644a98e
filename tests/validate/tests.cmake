# libddds-validate, where libunbound is.
if(TARGET ddds-validate-static)
  foreach(name validator timers)
    test_program(test_${name} ${tests}/validate/test_${name}.c
      ${tests}/core/server/misbehave.c ${tests}/core/server/free_in_callback.c)
    target_link_libraries(test_${name} PRIVATE ddds_unit)
  endforeach()
  test_program(test_validators ${tests}/validate/test_validators.c)
  target_link_libraries(test_validators PRIVATE ddds_unit
    Threads::Threads)
  fault_test(fault.validate SOURCES ${tests}/validate/fault_validate.c
    ${tests}/core/server/misbehave.c)
endif()
ddds_test(validate.timers unit NEEDS pc:libunbound
  COMMAND $<TARGET_FILE:test_timers>)
ddds_test(validate.validator server NEEDS pc:libunbound pc:libssl loopback
  COST 80 COMMAND $<TARGET_FILE:test_validator>)
ddds_test(validate.validators "server;threads" NEEDS pc:libunbound loopback
  COST 20 COMMAND $<TARGET_FILE:test_validators>)
