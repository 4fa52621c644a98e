file(GLOB sources CONFIGURE_DEPENDS ${tests}/tool/test_*.c)
unit_tests(ddds_parts ${sources})
