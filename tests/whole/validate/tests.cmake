# Answers that the tool validates.
if(DDDS_SSL_FOUND)
  add_executable(restless ${tests}/whole/validate/restless.c)
  target_link_libraries(restless PRIVATE ddds_house PkgConfig::DDDS_SSL)
endif()
set(validates pc:libunbound pc:libssl)
set(signers dnssec-signzone ldns-signzone delv unbound-host)
server_test(validate.knot whole/validate/verdicts COST 60
  NEEDS ${validates} knotd ${signers} WITH knot)
server_test(validate.bind whole/validate/verdicts ORDINARY COST 60
  NEEDS ${validates} named ${signers} WITH bind)
server_test(validate.lint whole/validate/lint COST 60
  NEEDS ${validates} knotd ${signers})
ddds_test(validate.tls server COST 60
  NEEDS ${validates} python3 loopback openssl knotd unbound kresd dig
  COMMAND ${tests}/whole/validate/tls $<TARGET_FILE:ddds> $<TARGET_FILE:restless>)
server_test(validate.chaos whole/validate/chaos ORDINARY COST 60
  NEEDS ${validates} knotd dig)
server_test(validate.recursive whole/validate/recursive COST 60
  NEEDS ${validates} knotd unshare ${signers})
server_test(validate.serve whole/validate/serve COST 60
  NEEDS ${validates} knotd dig pc:libmicrohttpd)
ddds_test(python.validate python NEEDS python3 pc:python3 knotd dig ${validates}
  BUILDS ddds-python ddds-validate-shared
  COMMAND ${tests}/python/run ${DDDS_PYTHON} ${CMAKE_BINARY_DIR}
    ${tests}/whole/validate/test_python.py)
server_test(server.validate tool/server/compare COST 60
  NEEDS knotd dig pc:libunbound pc:libssl WITH validate)
