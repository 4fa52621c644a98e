# The page of ddds serve.
add_executable(test_page ${tests}/serve/page/test_page.c)
target_link_libraries(test_page PRIVATE ddds_page PkgConfig::CMOCKA)
ddds_test(serve.page.parts unit COMMAND test_page)
ddds_test(serve.page server NEEDS python3 chromedriver chromium loopback COST 60
  COMMAND ${tests}/serve/page/run $<TARGET_FILE:ddds>)
