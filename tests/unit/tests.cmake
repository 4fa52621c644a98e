# A program for each test_*.c: one file of the library, or in tool/ of the tool.
file(GLOB sources CONFIGURE_DEPENDS ${tests}/unit/test_*.c)
if("tool" IN_LIST ddds_products)
  file(GLOB tool_sources CONFIGURE_DEPENDS ${tests}/unit/tool/test_*.c)
endif()
foreach(source ${sources} ${tool_sources})
  get_filename_component(name ${source} NAME_WE)
  string(REPLACE "test_" "unit." test ${name})
  if(source IN_LIST tool_sources)
    tool_program(${name} ${source})
  else()
    test_program(${name} ${source})
  endif()
  target_link_libraries(${name} PRIVATE PkgConfig::CMOCKA)
  set(labels unit)
  if(name MATCHES "^test_memory$")
    list(APPEND labels threads)
  endif()
  ddds_test(${test} "${labels}" COMMAND ${name})
  # Some tests ask for more memory than there is.
  set_tests_properties(${test} PROPERTIES
    ENVIRONMENT_MODIFICATION
      ASAN_OPTIONS=string_append::allocator_may_return_null=1)
endforeach()
