# ddds-server, with its page and its description inside.
set(serve ${CMAKE_CURRENT_SOURCE_DIR}/serve)
file(GLOB serve_sources CONFIGURE_DEPENDS serve/*.c serve/answer/*.c
  serve/page/*.c)

# embed(FILE NAME HEADER): FILE as the array NAME, which HEADER declares.
function(embed file name header)
  add_custom_command(OUTPUT serve_${name}.c
    COMMAND ${CMAKE_COMMAND} -DIN=${serve}/${file} -DOUT=serve_${name}.c
      -DNAME=${name} -DHEADER=${header} -P ${serve}/embed.cmake
    DEPENDS ${serve}/${file} ${serve}/embed.cmake VERBATIM)
endfunction()
embed(openapi.json openapi serve/openapi.h)
list(APPEND serve_sources serve_openapi.c)

add_executable(ddds-server ${serve_sources})
target_link_libraries(ddds-server PRIVATE ddds_parts PkgConfig::MICROHTTPD)
target_link_options(ddds-server PRIVATE ${wrapped})
set_target_properties(ddds-server PROPERTIES
  RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
