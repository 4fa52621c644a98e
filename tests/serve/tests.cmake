# ddds serve, where libmicrohttpd is.
if(TARGET ddds-server)
  add_dependencies(ddds ddds-server)
endif()
foreach(part run check proxies hosts heads hostile attack memory work signals stop log dns)
  set(uses "")
  if(part STREQUAL "run")
    set(uses curl)
  elseif(part STREQUAL "dns")
    set(uses nsd)
  endif()
  ddds_test(serve.${part} server COST 20 BUILDS ddds-server
    NEEDS python3 python3:jsonschema loopback pc:libmicrohttpd ${uses}
    COMMAND ${tests}/serve/${part} $<TARGET_FILE:ddds>)
endforeach()
ddds_test(serve.help server COST 20 BUILDS ddds-server site
  NEEDS python3 chromedriver chromium loopback pc:libmicrohttpd mandoc cmark
  COMMAND ${tests}/serve/help $<TARGET_FILE:ddds> ${CMAKE_BINARY_DIR}/site)
include(serve/gateway/tests.cmake)
include(serve/page/tests.cmake)
