# The Python module: each test_*.py is a test. They use the module in
# build/python, with the Python that it was built for.
file(GLOB python_tests CONFIGURE_DEPENDS ${tests}/python/test_*.py)
set(needs python3 pc:python3)
# Dask has tests of its own mode: it is neither free of warnings, nor quick where
# Python checks all it does.
list(FILTER python_tests EXCLUDE REGEX "test_dask|test_fault")
ddds_test(python.dask "python;server" ORDINARY COST 100
  NEEDS ${needs} python3:distributed ?python3:pandas nsd unbound loopback
    semaphores
  BUILDS ddds-python
  COMMAND env PYTHONPATH=${CMAKE_BINARY_DIR}/python BUILD=${CMAKE_BINARY_DIR}
    PYTHONDONTWRITEBYTECODE=1 ${DDDS_PYTHON} ${tests}/python/test_dask.py)
ddds_test(python.fault "python;fault" ORDINARY COST 60
  NEEDS ${needs} BUILDS ddds-python deny
  # The path may have blanks, which LD_PRELOAD takes for separators.
  COMMAND env LD_LIBRARY_PATH=${CMAKE_CURRENT_BINARY_DIR}
    LD_PRELOAD=libdeny.so PYTHONMALLOC=malloc
    BUILD=${CMAKE_BINARY_DIR} PYTHONPATH=${CMAKE_BINARY_DIR}/python
    PYTHONDONTWRITEBYTECODE=1 ${DDDS_PYTHON} ${tests}/python/test_fault.py)
foreach(test ${python_tests})
  get_filename_component(name ${test} NAME_WE)
  string(REGEX REPLACE "^test_" "" name ${name})
  set(more)
  set(labels python)
  # Where the tool is not built, nothing is compared with it.
  set(builds "")
  if(TARGET ddds)
    set(builds ddds)
  endif()
  if(name STREQUAL "types")
    set(more mypy)
  elseif(name STREQUAL "threads")
    set(more loopback COST 60)
    set(builds)
    list(APPEND labels threads)
  elseif(name STREQUAL "dns")
    set(more nsd ?python3:dns)
  elseif(name STREQUAL "freeradius") # does not start with a sanitizer
    set(more radclient nsd ORDINARY)
  elseif(name STREQUAL "package")
    set(more ?python3:setuptools ?python3:wheel)
  elseif(name STREQUAL "service")
    set(more python3:fastapi python3:httpx)
  elseif(name STREQUAL "resolve")
    set(more ?python3:jsonschema)
  endif()
  ddds_test(python.${name} "${labels}" NEEDS ${needs} ${more}
    BUILDS ${builds} ddds-python misbehaving
    COMMAND ${tests}/python/run ${DDDS_PYTHON} ${CMAKE_BINARY_DIR} ${test})
endforeach()
