file(GLOB sources CONFIGURE_DEPENDS ${tests}/check/test_*.c)
unit_tests(ddds-check-static ${sources})
