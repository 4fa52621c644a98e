# ddds serve, where libmicrohttpd is.
if(NOT TARGET ddds-server)
  return()
endif()
foreach(part run hosts hostile work signals stop log dns)
  set(client "")
  if(part STREQUAL "run")
    set(client curl)
  endif()
  ddds_test(serve.${part} server
    NEEDS python3 python3:jsonschema loopback ${client} COST 20
    COMMAND ${tests}/serve/${part} $<TARGET_FILE:ddds>)
endforeach()
add_dependencies(ddds ddds-server)
include(serve/gateway/tests.cmake)
include(serve/page/tests.cmake)
