# ddds fetch, where libcurl is.
if(TARGET ddds-fetch)
  test_program(test_fetch ${tests}/fetch/test_fetch.c)
  target_link_libraries(test_fetch PRIVATE ddds-fetch-static PkgConfig::CMOCKA)
  target_link_options(test_fetch PRIVATE -Wl,--wrap=getaddrinfo)
  add_dependencies(ddds ddds-fetch)
endif()
ddds_test(fetch.parts unit NEEDS pc:libcurl
  COMMAND $<TARGET_FILE:test_fetch>)
ddds_test(fetch.servers server COST 20
  NEEDS python3 python3:jsonschema loopback pc:libcurl BUILDS ddds-fetch
  COMMAND ${tests}/fetch/run $<TARGET_FILE:ddds>)
ddds_test(fetch.smp server COST 10
  NEEDS python3 python3:jsonschema loopback pc:libcurl BUILDS ddds-fetch
  COMMAND ${tests}/fetch/smp $<TARGET_FILE:ddds>)
ddds_test(fetch.tls server
  NEEDS python3 openssl loopback pc:libcurl pc:libssl COST 10 BUILDS ddds-fetch
  COMMAND ${tests}/fetch/tls $<TARGET_FILE:ddds> $<TARGET_FILE:restless>)
