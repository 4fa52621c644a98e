# The Python module: each test_*.py is a test. They use the module in
# build/python, with the Python that it was built for.
if(NOT TARGET ddds-python)
  return()
endif()
file(GLOB python_tests CONFIGURE_DEPENDS ${tests}/python/test_*.py)
# Dask has tests of its own mode: it is neither free of warnings, nor quick where
# Python checks all it does.
list(FILTER python_tests EXCLUDE REGEX "test_dask|test_fault")
if(NOT DDDS_SANITIZE)
  ddds_test(python.dask "python;server" NEEDS python3:distributed nsd unbound
    loopback COST 100
    COMMAND env PYTHONPATH=${CMAKE_BINARY_DIR}/python BUILD=${CMAKE_BINARY_DIR}
      PYTHONDONTWRITEBYTECODE=1 ${DDDS_PYTHON} ${tests}/python/test_dask.py)
endif()
if(TARGET deny)
  ddds_test(python.fault "python;fault" COST 60
    COMMAND env LD_PRELOAD=$<TARGET_FILE:deny> PYTHONMALLOC=malloc
      BUILD=${CMAKE_BINARY_DIR} PYTHONPATH=${CMAKE_BINARY_DIR}/python
      PYTHONDONTWRITEBYTECODE=1 ${DDDS_PYTHON} ${tests}/python/test_fault.py)
endif()
foreach(test ${python_tests})
  get_filename_component(name ${test} NAME_WE)
  string(REGEX REPLACE "^test_" "" name ${name})
  ddds_test(python.${name} python COMMAND ${tests}/python/run ${DDDS_PYTHON}
    ${CMAKE_BINARY_DIR} ${test})
endforeach()
