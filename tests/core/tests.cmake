# Modules below are tested alone; applications, engine and databases together.
foreach(module uuid name rule)
  file(GLOB sources CONFIGURE_DEPENDS ${tests}/core/${module}/test_*.c)
  unit_tests(ddds_${module} ${sources})
endforeach()
file(GLOB sources CONFIGURE_DEPENDS ${tests}/core/app/test_*.c
  ${tests}/core/engine/test_*.c ${tests}/core/db/test_*.c
  ${tests}/core/resolve/test_*.c)
unit_tests(ddds_resolve ${sources})
