# ddds_products: the products that are built and tested, those that DDDS_PRODUCTS
# names and those that they need. Without a name these are all that the machine has
# the libraries for; below another project, the libraries.
set(DDDS_PRODUCTS "" CACHE STRING
  "A list of core check fetch validate python tool serve (default: all)")
find_program(DDDS_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(DDDS_PYTHON python3)
set(DDDS_PYTHON_INCLUDE "")
if(DDDS_PYTHON AND PROJECT_IS_TOP_LEVEL)
  execute_process(COMMAND ${DDDS_PYTHON} -c "import pathlib, sysconfig
path = pathlib.Path(sysconfig.get_path('include'))
print(path if (path / 'Python.h').exists() else '')"
    OUTPUT_VARIABLE DDDS_PYTHON_INCLUDE OUTPUT_STRIP_TRAILING_WHITESPACE
    ERROR_QUIET)
endif()
set(ddds_products ${DDDS_PRODUCTS})
if(NOT ddds_products)
  set(ddds_products check fetch validate)
  if(PROJECT_IS_TOP_LEVEL)
    list(APPEND ddds_products serve)
  endif()
  if(DDDS_PYTHON_INCLUDE)
    list(APPEND ddds_products python)
  endif()
elseif("python" IN_LIST ddds_products AND NOT DDDS_PYTHON_INCLUDE)
  message(FATAL_ERROR "DDDS_PRODUCTS: ${DDDS_PYTHON} lacks its headers: "
    "install python3-dev")
endif()
foreach(product ${ddds_products})
  if(NOT product MATCHES "^(core|check|fetch|validate|python|tool|serve)$")
    message(FATAL_ERROR "DDDS_PRODUCTS: \"${product}\" is not one of core, check, "
      "fetch, validate, python, tool and serve")
  endif()
endforeach()
if("serve" IN_LIST ddds_products)
  list(APPEND ddds_products tool)
endif()
if("tool" IN_LIST ddds_products OR "python" IN_LIST ddds_products)
  list(APPEND ddds_products check)
endif()
list(APPEND ddds_products core)
list(REMOVE_DUPLICATES ddds_products)
