file(GLOB sources CONFIGURE_DEPENDS ${tests}/check/test_*.c)
unit_tests(ddds-check-static ${sources})

fault_test(fault.check
  SOURCES ${tests}/check/fault_check.c ${tests}/core/server/misbehave.c)
file(GLOB files CONFIGURE_DEPENDS ${fixtures}/lint/*.zone)
# It takes thousands of allocations and as long as all others together.
list(FILTER files EXCLUDE REGEX "/L901\\.zone$")
fault_test(fault.zones ONCE SOURCES ${tests}/check/fault_zones.c WITH ${files})
