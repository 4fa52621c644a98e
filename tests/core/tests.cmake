# What all libraries share.
file(GLOB sources CONFIGURE_DEPENDS ${tests}/base/test_*.c)
unit_tests(ddds_base ${sources})

# Modules below are tested alone; applications, engine and databases together.
foreach(module uuid name rule)
  file(GLOB sources CONFIGURE_DEPENDS ${tests}/core/${module}/test_*.c)
  unit_tests(ddds_${module} ${sources})
endforeach()
file(GLOB sources CONFIGURE_DEPENDS ${tests}/core/app/test_*.c
  ${tests}/core/engine/test_*.c ${tests}/core/db/test_*.c
  ${tests}/core/resolve/test_*.c)
unit_tests(ddds_resolve ${sources})
foreach(part talks differential network server fault uuid)
  include(core/${part}/tests.cmake)
endforeach()
