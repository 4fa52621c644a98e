# Installs the tool, its completions and data, and the examples. Components of
# the installation: Tools, Devel.
add_dependencies(installable ddds)
install(TARGETS ddds DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT Tools)
# libddds-validate, and the libddds that it needs, are loaded when they are used:
# from where they are built or installed.
set(libraries_path "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
ddds_search_path(ddds ${CMAKE_INSTALL_BINDIR} Tools ${libraries_path})
if(TARGET ddds-fetch)
  add_dependencies(installable ddds-fetch)
  install(TARGETS ddds-fetch DESTINATION ${CMAKE_INSTALL_BINDIR}
    COMPONENT Tools)
  ddds_search_path(ddds-fetch ${CMAKE_INSTALL_BINDIR} Tools ${libraries_path})
endif()
if(TARGET ddds-server)
  add_dependencies(installable ddds-server)
  install(TARGETS ddds-server DESTINATION ${CMAKE_INSTALL_BINDIR}
    COMPONENT Tools)
  ddds_search_path(ddds-server ${CMAKE_INSTALL_BINDIR} Tools ${libraries_path})
  # It names the program, and the prefix may be chosen when it is installed.
  install(CODE "get_filename_component(prefix \"\${CMAKE_INSTALL_PREFIX}\" ABSOLUTE)
    get_filename_component(CMAKE_INSTALL_FULL_BINDIR [[${CMAKE_INSTALL_BINDIR}]]
      ABSOLUTE BASE_DIR \"\${prefix}\")
    configure_file([[${CMAKE_CURRENT_SOURCE_DIR}/serve/ddds-server.service.in]]
      [[${CMAKE_CURRENT_BINARY_DIR}/ddds-server.service]] @ONLY)"
    COMPONENT Tools)
  install(FILES serve/ddds-server.socket
    ${CMAKE_CURRENT_BINARY_DIR}/ddds-server.service
    DESTINATION lib/systemd/system COMPONENT Tools)
endif()
# The completions are made of what the tool says in its help.
if(DDDS_PYTHON AND (DDDS_NATIVE OR NOT CMAKE_CROSSCOMPILING))
  set(completions ${CMAKE_BINARY_DIR}/completions)
  set(shells ${completions}/ddds.bash ${completions}/_ddds
    ${completions}/ddds.fish)
  file(MAKE_DIRECTORY ${completions})
  add_custom_command(OUTPUT ${shells}
    COMMAND ${DDDS_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/completions/make
      ${ddds_here} ${completions}
    DEPENDS ddds completions/make VERBATIM)
  add_custom_target(completions ALL DEPENDS ${shells})
  add_dependencies(installable completions)
  install(FILES ${completions}/ddds.bash RENAME ddds COMPONENT Tools
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${completions}/_ddds COMPONENT Tools
    DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(FILES ${completions}/ddds.fish COMPONENT Tools
    DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
else()
  message(NOTICE "Python not found, or compiling for another system: the "
    "completions of shells will not be made")
endif()
install(FILES well-known/urn.arpa.zone well-known/urn.arpa.expect
  DESTINATION ${CMAKE_INSTALL_DATADIR}/ddds/well-known COMPONENT Tools)
# What the tool's JSON looks like.
file(GLOB schemas CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/fixtures/schema/*.json)
install(FILES ${schemas}
  DESTINATION ${CMAKE_INSTALL_DATADIR}/ddds/schema COMPONENT Tools)
install(FILES man/TUTORIAL.md man/walk.svg man/prove.svg
  DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT Tools)
# Programs, and pipelines; the build system here has no use elsewhere, nor a link, nor
# what Python leaves beside them.
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR}
  COMPONENT Devel PATTERN CMakeLists.txt EXCLUDE PATTERN *.expected EXCLUDE
  PATTERN LICENSE EXCLUDE PATTERN build EXCLUDE PATTERN *.egg-info EXCLUDE
  PATTERN __pycache__ EXCLUDE)
