# ddds fetch, where libcurl is.
if(NOT TARGET ddds-fetch)
  return()
endif()
test_program(test_fetch ${tests}/fetch/test_fetch.c)
target_link_libraries(test_fetch PRIVATE ddds-fetch-static PkgConfig::CMOCKA)
ddds_test(fetch.parts unit COMMAND test_fetch)
ddds_test(fetch.symbols unit COMMAND ${tests}/symbols
  $<TARGET_FILE:ddds-fetch-shared> lib/ddds-fetch.map)
ddds_test(fetch.servers server NEEDS python3 python3:jsonschema loopback COST 20
  COMMAND ${tests}/fetch/run $<TARGET_FILE:ddds>)
ddds_test(fetch.tls server NEEDS python3 openssl loopback COST 10
  COMMAND ${tests}/fetch/tls $<TARGET_FILE:ddds>)
add_dependencies(ddds ddds-fetch)
