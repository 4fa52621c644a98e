# Installs the licence, the bill of materials of what is built (sbom.cmake), and
# the Python module.
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE
  DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT Library)

set(linked "")
get_property(libraries GLOBAL PROPERTY ddds_libraries)
set(products ddds ddds-fetch ddds-server ddds-python)
if(shared IN_LIST libraries)
  list(PREPEND products ddds-shared ddds-check-shared ddds-fetch-shared
    ddds-validate-shared)
endif()
foreach(target ${products})
  if(TARGET ${target})
    list(APPEND linked ${target})
  endif()
endforeach()
if(linked)
  set(DDDS_ARCHIVE "" CACHE FILEPATH
    "The source archive that is built, for the bill of materials of a release")
  set(sbom ${CMAKE_BINARY_DIR}/ddds.spdx.json)
  string(REPLACE ";" ">,$<TARGET_FILE:" files "$<TARGET_FILE:${linked}>")
  add_custom_command(OUTPUT ${sbom}
    COMMAND ${CMAKE_COMMAND} -DREADELF=${CMAKE_READELF}
      -DVERSION=${PROJECT_VERSION} -DOUT=${sbom} "-DFILES=${files}"
      "-DARCHIVE=${DDDS_ARCHIVE}" "-DINSIDE=${CMAKE_BINARY_DIR}/inside"
      -P ${CMAKE_CURRENT_LIST_DIR}/sbom.cmake
    DEPENDS ${linked} ${CMAKE_CURRENT_LIST_DIR}/sbom.cmake VERBATIM)
  add_custom_target(sbom ALL DEPENDS ${sbom})
  add_dependencies(installable sbom)
  install(FILES ${sbom} DESTINATION ${CMAKE_INSTALL_DOCDIR}
    COMPONENT Library)
endif()

if("python" IN_LIST ddds_products)
  execute_process(COMMAND ${DDDS_PYTHON} -c "import sys, sysconfig
kind = 'dist' if 'posix_local' in sysconfig.get_scheme_names() else 'site'
print(f'lib/python{sys.version_info.major}.{sys.version_info.minor}/{kind}-packages')"
    OUTPUT_VARIABLE folder OUTPUT_STRIP_TRAILING_WHITESPACE)
  set(DDDS_PYTHON_FOLDER ${folder} CACHE STRING
    "Where the Python module is installed, below the prefix")
  add_dependencies(installable ddds-python)
  install(TARGETS ddds-python COMPONENT Python
    LIBRARY DESTINATION ${DDDS_PYTHON_FOLDER}/ddds)
  # A folder that is not below the prefix has no way to the libraries.
  set(path "")
  if(NOT IS_ABSOLUTE ${DDDS_PYTHON_FOLDER} AND
      NOT IS_ABSOLUTE ${CMAKE_INSTALL_LIBDIR})
    file(RELATIVE_PATH path /${DDDS_PYTHON_FOLDER}/ddds
      /${CMAKE_INSTALL_LIBDIR})
    set(path $ORIGIN/${path})
  endif()
  ddds_search_path(ddds-python ${DDDS_PYTHON_FOLDER}/ddds Python ${path})
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/lib/python/ddds
    DESTINATION ${DDDS_PYTHON_FOLDER} COMPONENT Python FILES_MATCHING
    PATTERN *.py PATTERN *.pyi PATTERN py.typed
    PATTERN __pycache__ EXCLUDE)
  install(DIRECTORY ${DDDS_PYTHON_ABOUT}
    DESTINATION ${DDDS_PYTHON_FOLDER} COMPONENT Python)
endif()
