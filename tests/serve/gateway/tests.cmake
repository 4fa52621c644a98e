# ddds serve with the programs of resolver/examples/gateway.
foreach(part haproxy nginx prometheus proxied squid)
  set(needs python3 loopback pc:libmicrohttpd)
  if(part STREQUAL "haproxy")
    list(APPEND needs haproxy nsd unbound)
  elseif(part STREQUAL "proxied")
    list(APPEND needs haproxy)
  else()
    list(APPEND needs ${part})
  endif()
  ddds_test(serve.gateway.${part} server NEEDS ${needs} COST 20
    BUILDS ddds-server
    COMMAND ${tests}/serve/gateway/${part} $<TARGET_FILE:ddds>)
endforeach()
