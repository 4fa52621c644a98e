# The Python module: each test_*.py is a test. They use the module in
# build/python, with the Python that it was built for.
if(NOT TARGET ddds-python)
  return()
endif()
file(GLOB python_tests CONFIGURE_DEPENDS ${tests}/python/test_*.py)
foreach(test ${python_tests})
  get_filename_component(name ${test} NAME_WE)
  string(REGEX REPLACE "^test_" "" name ${name})
  ddds_test(python.${name} python COMMAND ${tests}/python/run ${DDDS_PYTHON}
    ${CMAKE_BINARY_DIR} ${test})
endforeach()
