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
