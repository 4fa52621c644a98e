# ddds-server, with its page and its description inside.
set(serve ${CMAKE_CURRENT_SOURCE_DIR}/serve)
file(GLOB serve_sources CONFIGURE_DEPENDS serve/*.c serve/http/*.c
  serve/answer/*.c serve/page/*.c serve/peers/*.c)
list(FILTER serve_sources EXCLUDE REGEX
  "/(serve/server_main|http/serve_options)[.]c$")

# The page, with the files that browsers load.
file(GLOB page_files CONFIGURE_DEPENDS serve/page/*.css serve/page/*.html
  serve/page/*.js serve/page/*.json serve/page/*.svg)
add_custom_command(OUTPUT serve_page_files.c
  COMMAND ${CMAKE_COMMAND} -DIN=${serve}/page -DOUT=serve_page_files.c
    -DTABLES=$<TARGET_FILE:ddds_tables> -P ${serve}/page/embed.cmake
  DEPENDS ${page_files} ${serve}/page/embed.cmake ddds_tables VERBATIM)
list(APPEND serve_sources serve_page_files.c)

# Compiled once for the program and its tests.
add_library(ddds_serve_parts STATIC ${serve_sources})
file(RELATIVE_PATH site_folder ${CMAKE_INSTALL_FULL_BINDIR}
  ${CMAKE_INSTALL_FULL_DOCDIR}/html)
set_source_files_properties(serve/page/site.c PROPERTIES
  COMPILE_DEFINITIONS SITE_FOLDER="${site_folder}")
target_link_libraries(ddds_serve_parts PUBLIC ddds_parts PkgConfig::MICROHTTPD)

add_executable(ddds-server serve/server_main.c)
target_link_libraries(ddds-server PRIVATE ddds_serve_parts)
target_link_options(ddds-server PRIVATE ${wrapped})
set_target_properties(ddds-server PROPERTIES
  RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
