# Installs libddds, libddds-check, libddds-fetch and libddds-validate: the
# libraries, the headers, and what finds them, pkg-config and find_package(ddds). Components of the
# installation: Library, Devel.
include(CMakePackageConfigHelpers)

set(cmake_folder ${CMAKE_INSTALL_LIBDIR}/cmake/ddds)
set_target_properties(ddds-shared PROPERTIES EXPORT_NAME ddds)
set(libraries ddds)
foreach(component check fetch validate)
  if(TARGET ddds-${component}-shared)
    list(APPEND libraries ddds-${component})
    set_target_properties(ddds-${component}-shared PROPERTIES
      EXPORT_NAME ${component})
    set_target_properties(ddds-${component}-static PROPERTIES
      EXPORT_NAME ${component}-static)
  endif()
endforeach()
set(archives ${CMAKE_INSTALL_LIBDIR})
if(NOT IS_ABSOLUTE ${archives})
  set(archives "\${CMAKE_INSTALL_PREFIX}/${archives}")
endif()
foreach(kind ${ddds_libraries})
  foreach(library ${libraries})
    add_dependencies(installable ${library}-${kind})
    install(TARGETS ${library}-${kind} EXPORT ${library}-${kind}
      LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        COMPONENT Library NAMELINK_COMPONENT Devel
      ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT Devel
      INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
    if(kind STREQUAL static AND DDDS_LTO AND CMAKE_OBJCOPY)
      # Or a program's link would compile the library, with the program's options.
      install(CODE "execute_process(COMMAND \"${CMAKE_OBJCOPY}\"
        --remove-section=.gnu.lto_* --remove-section=.gnu.debuglto_*
        \"\$ENV{DESTDIR}${archives}/$<TARGET_FILE_NAME:${library}-static>\"
        COMMAND_ERROR_IS_FATAL ANY)" COMPONENT Devel)
    endif()
    if(kind STREQUAL shared AND NOT library STREQUAL ddds)
      # Beside libddds, which it needs.
      ddds_search_path(${library}-shared ${CMAKE_INSTALL_LIBDIR} Library
        $ORIGIN)
    endif()
    install(EXPORT ${library}-${kind} NAMESPACE ddds::
      FILE ${library}-${kind}.cmake
      DESTINATION ${cmake_folder} COMPONENT Devel)
  endforeach()
endforeach()
configure_package_config_file(ddds-config.cmake.in ddds-config.cmake
  INSTALL_DESTINATION ${cmake_folder}
  NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
# Interfaces grow from 1.0 on and keep what they have: lib/DECISIONS.md,
# "SONAME".
write_basic_package_version_file(ddds-config-version.cmake
  VERSION ${PROJECT_VERSION} COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/ddds-config.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/ddds-config-version.cmake
  DESTINATION ${cmake_folder} COMPONENT Devel)

# Relocatable: the prefix is found from where the file lies. Where only the
# static library is installed, every program needs what that one needs.
file(RELATIVE_PATH pc_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
set(pc_requires Requires.private)
set(pc_more_requires "\nRequires.private:")
if(NOT shared IN_LIST ddds_libraries)
  set(pc_requires Requires)
  set(pc_more_requires ",")
endif()
list(TRANSFORM libraries APPEND .pc OUTPUT_VARIABLE pc_files)
foreach(library ${libraries})
  string(REGEX REPLACE "^ddds-" "" folder ${library})
  string(REGEX REPLACE "^ddds$" "core" folder ${folder})
  configure_file(${folder}/${library}.pc.in ${library}.pc @ONLY)
endforeach()
list(TRANSFORM pc_files PREPEND ${CMAKE_CURRENT_BINARY_DIR}/)
install(FILES ${pc_files}
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT Devel)
foreach(product core check fetch validate)
  if(product IN_LIST ddds_products)
    install(DIRECTORY ${product}/include/ddds
      DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT Devel)
  endif()
endforeach()
install(FILES DECISIONS.md DESTINATION ${CMAKE_INSTALL_DOCDIR}
  COMPONENT Devel)
