file(GLOB sources CONFIGURE_DEPENDS ${tests}/base/test_*.c)
unit_tests(ddds_base ${sources})
