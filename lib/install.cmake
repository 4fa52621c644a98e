# Installs libddds: the libraries, the headers, and what finds them, pkg-config
# and find_package(ddds). Components of the installation: Library, Devel.
include(CMakePackageConfigHelpers)

set(cmake_folder ${CMAKE_INSTALL_LIBDIR}/cmake/ddds)
set_target_properties(ddds-shared PROPERTIES EXPORT_NAME ddds)
foreach(kind ${ddds_libraries})
  add_dependencies(installable ddds-${kind})
  install(TARGETS ddds-${kind} EXPORT ddds-${kind}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
      COMPONENT Library NAMELINK_COMPONENT Devel
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT Devel
    INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(EXPORT ddds-${kind} NAMESPACE ddds:: FILE ddds-${kind}.cmake
    DESTINATION ${cmake_folder} COMPONENT Devel)
  if(TARGET ddds-fetch-${kind})
    add_dependencies(installable ddds-fetch-${kind})
    install(TARGETS ddds-fetch-${kind}
      LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        COMPONENT Library NAMELINK_COMPONENT Devel
      ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT Devel)
  endif()
endforeach()
configure_package_config_file(ddds-config.cmake.in ddds-config.cmake
  INSTALL_DESTINATION ${cmake_folder}
  NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
# Interfaces grow from 0.2 on and keep what they have: lib/DECISIONS.md,
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
if(NOT shared IN_LIST ddds_libraries)
  set(pc_requires Requires)
endif()
configure_file(ddds.pc.in ddds.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/ddds.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT Devel)
install(DIRECTORY include/ddds DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  COMPONENT Devel)
install(FILES DECISIONS.md DESTINATION ${CMAKE_INSTALL_DOCDIR}
  COMPONENT Devel)
