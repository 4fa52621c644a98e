# ddds serve with the programs of resolver/examples/gateway.
foreach(part clients haproxy prometheus squid)
  set(needs python3 loopback)
  if(part STREQUAL "haproxy")
    list(APPEND needs haproxy nsd unbound)
  elseif(NOT part STREQUAL "clients")
    list(APPEND needs ${part})
  endif()
  ddds_test(serve.gateway.${part} server NEEDS ${needs} COST 20
    COMMAND ${tests}/serve/gateway/${part} $<TARGET_FILE:ddds>)
endforeach()
