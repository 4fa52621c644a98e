# ddds fetch, which the tool becomes.
if(TARGET ddds-fetch)
  add_dependencies(ddds ddds-fetch)
endif()
ddds_test(fetch.servers server COST 20
  NEEDS python3 python3:jsonschema loopback pc:libcurl BUILDS ddds-fetch
  COMMAND ${tests}/whole/fetch/run $<TARGET_FILE:ddds>)
ddds_test(fetch.smp server COST 10
  NEEDS python3 python3:jsonschema loopback pc:libcurl BUILDS ddds-fetch
  COMMAND ${tests}/whole/fetch/smp $<TARGET_FILE:ddds>)
ddds_test(fetch.tls server
  NEEDS python3 openssl loopback pc:libcurl pc:libssl COST 10 BUILDS ddds-fetch
  COMMAND ${tests}/whole/fetch/tls $<TARGET_FILE:ddds> $<TARGET_FILE:restless>)
ddds_test(serve.gateway.clients server
  NEEDS python3 loopback pc:libmicrohttpd pc:libcurl ?curl COST 20
  BUILDS ddds-server ddds-fetch
  COMMAND ${tests}/whole/fetch/gateway $<TARGET_FILE:ddds>)
