# The page of ddds serve.
if(TARGET ddds_serve_parts)
  test_program(test_page ${tests}/serve/page/test_page.c)
  target_link_libraries(test_page PRIVATE ddds_unit)
endif()
ddds_test(serve.page.parts unit NEEDS pc:libmicrohttpd
  COMMAND $<TARGET_FILE:test_page>)
ddds_test(serve.page server COST 60 BUILDS ddds-server
  NEEDS python3 chromedriver chromium loopback pc:libmicrohttpd
  COMMAND ${tests}/serve/page/run $<TARGET_FILE:ddds>)
