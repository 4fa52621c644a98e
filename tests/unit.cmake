# Runs the tests of a program, written with cmocka; see base/assertions.h.
add_library(ddds_unit STATIC EXCLUDE_FROM_ALL ${tests}/base/unit.c)
target_include_directories(ddds_unit PRIVATE ${tests})
target_link_libraries(ddds_unit PRIVATE ddds_house PUBLIC PkgConfig::CMOCKA)

# unit_tests(LIBRARY FILE...): a program for each file test_*.c, which sees and links
# what it tests: the static library of a module (ddds_rule), or the tool.
function(unit_tests library)
  foreach(source ${ARGN})
    get_filename_component(name ${source} NAME_WE)
    string(REPLACE "test_" "unit." test ${name})
    add_executable(${name} ${source})
    target_include_directories(${name} PRIVATE
      ${PROJECT_SOURCE_DIR}/lib ${PROJECT_SOURCE_DIR}/lib/core ${tests})
    target_link_libraries(${name} PRIVATE ddds_house ${library} ddds_unit)
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
endfunction()
