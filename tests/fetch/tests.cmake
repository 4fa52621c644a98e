# libddds-fetch, where libcurl is.
if(TARGET ddds-fetch-static)
  test_program(test_fetch ${tests}/fetch/test_fetch.c)
  target_link_libraries(test_fetch PRIVATE ddds_unit)
  target_link_options(test_fetch PRIVATE -Wl,--wrap=getaddrinfo)
  fault_test(fault.fetch SOURCES ${tests}/fetch/fault_fetch.c)
endif()
ddds_test(fetch.parts unit NEEDS pc:libcurl
  COMMAND $<TARGET_FILE:test_fetch>)
