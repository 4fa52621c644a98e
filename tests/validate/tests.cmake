# Answers that are validated here, where libunbound is.
if(DDDS_SSL_FOUND)
  test_program(restless ${tests}/validate/restless.c)
  target_link_libraries(restless PRIVATE PkgConfig::DDDS_SSL)
endif()
if(TARGET ddds-validate-static)
  foreach(name validator timers)
    test_program(test_${name} ${tests}/validate/test_${name}.c
      ${tests}/server/misbehave.c ${tests}/server/free_in_callback.c)
    target_link_libraries(test_${name} PRIVATE ddds-validate-static
      PkgConfig::CMOCKA)
  endforeach()
  test_program(test_validators ${tests}/validate/test_validators.c)
  target_link_libraries(test_validators PRIVATE ddds-validate-static
    PkgConfig::CMOCKA Threads::Threads)
endif()
ddds_test(validate.timers unit NEEDS pc:libunbound
  COMMAND $<TARGET_FILE:test_timers>)
ddds_test(validate.validator server NEEDS pc:libunbound pc:libssl loopback
  COST 80 COMMAND $<TARGET_FILE:test_validator>)
ddds_test(validate.validators "server;threads" NEEDS pc:libunbound loopback
  COST 20 COMMAND $<TARGET_FILE:test_validators>)
if(NOT "tool" IN_LIST ddds_products)
  return()
endif()
set(validates pc:libunbound pc:libssl)
set(signers dnssec-signzone ldns-signzone delv unbound-host)
server_test(validate.knot validate/verdicts COST 60
  NEEDS ${validates} knotd ${signers} WITH knot)
server_test(validate.bind validate/verdicts ORDINARY COST 60
  NEEDS ${validates} named ${signers} WITH bind)
server_test(validate.lint validate/lint COST 60
  NEEDS ${validates} knotd ${signers})
ddds_test(validate.tls server COST 60
  NEEDS ${validates} python3 loopback openssl knotd unbound kresd dig
  COMMAND ${tests}/validate/tls $<TARGET_FILE:ddds> $<TARGET_FILE:restless>)
server_test(validate.chaos validate/chaos ORDINARY COST 60
  NEEDS ${validates} knotd dig)
server_test(validate.recursive validate/recursive COST 60
  NEEDS ${validates} knotd unshare ${signers})
server_test(validate.serve validate/serve COST 60
  NEEDS ${validates} knotd dig pc:libmicrohttpd)
