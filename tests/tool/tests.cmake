# The tool: its files, and the tool from outside.
add_subdirectory(${resolver}/examples ${CMAKE_BINARY_DIR}/resolver/examples)
file(GLOB sources CONFIGURE_DEPENDS ${tests}/tool/test_*.c)
unit_tests(ddds_parts ${sources})

# ---- Conformance ---------------------------------------------------------------
file(GLOB cases CONFIGURE_DEPENDS LIST_DIRECTORIES true
  ${fixtures}/conformance/*)
foreach(case ${cases})
  if(IS_DIRECTORY ${case})
    get_filename_component(name ${case} NAME)
    ddds_test(conformance.${name} conformance
      COMMAND ${tests}/tool/conformance/run $<TARGET_FILE:ddds> ${case})
  endif()
endforeach()
ddds_test(diff.all_inputs tools NEEDS python3 COST 40
  COMMAND ${tests}/tool/all_inputs $<TARGET_FILE:ddds>)
ddds_test(prove.members tools ORDINARY NEEDS python3 COST 60
  COMMAND ${tests}/tool/prove_members $<TARGET_FILE:ddds>)
ddds_test(schema tools ORDINARY NEEDS python3:jsonschema COST 50
  COMMAND ${tests}/tool/conformance/schema $<TARGET_FILE:ddds>)

# ---- ddds lint ---------------------------------------------------------------
foreach(name codes good)
  ddds_test(lint.${name} conformance NEEDS python3
    COMMAND ${tests}/tool/lint/${name} $<TARGET_FILE:ddds>)
endforeach()
ddds_test(lint.pipelines conformance NEEDS python3:yaml jq curl
  COMMAND ${tests}/tool/lint/pipelines $<TARGET_FILE:ddds>)
foreach(name manual examples)
  ddds_test(lint.${name} conformance ORDINARY NEEDS python3
    COMMAND ${tests}/tool/lint/${name} $<TARGET_FILE:ddds>)
endforeach()
ddds_test(lint.planted conformance NEEDS python3 ?named-checkzone
  COMMAND ${tests}/tool/lint/planted $<TARGET_FILE:ddds>)
ddds_test(lint.choices conformance NEEDS python3
  COMMAND ${tests}/tool/lint/choices $<TARGET_FILE:ddds>)
ddds_test(lint.shuffled conformance NEEDS python3
  COMMAND ${tests}/tool/lint/shuffled $<TARGET_FILE:ddds>)
ddds_test(lint.rewritten conformance NEEDS python3
  COMMAND ${tests}/tool/lint/rewritten $<TARGET_FILE:ddds>)
ddds_test(lint.fix conformance NEEDS python3 ?patch ?git
  COMMAND ${tests}/tool/lint/fix $<TARGET_FILE:ddds>)
ddds_test(lint.formats conformance ORDINARY NEEDS python3:jsonschema
  COMMAND ${tests}/tool/lint/formats $<TARGET_FILE:ddds>)
ddds_test(lint.configurations conformance
  NEEDS named-checkconf
  COMMAND ${tests}/tool/lint/configurations $<TARGET_FILE:ddds>)
# Our own zones, as in a user's pipeline. Others show what may go wrong:
# conformance.lint-broken-zones.
set(zones 3gpp-pub asn dbexample.com.au example.com first isbn peppol
  ukexample.com.uk uri.arpa urn.arpa)
list(TRANSFORM zones REPLACE "(.+)" "fixtures/zones/\\1.zone")
ddds_test(lint.zones conformance
  COMMAND ddds lint --format gcc --fail-on error ${zones})
ddds_test(differential.lint differential COST 50
  NEEDS python3 named-checkzone named-rrchecker kzonecheck nsd-checkzone
    ldns-read-zone
  COMMAND ${tests}/tool/lint/others $<TARGET_FILE:ddds>)

# ---- ddds test and ddds graph --------------------------------------------------
ddds_test(zones.rfc3404 conformance
  COMMAND ddds test --zone fixtures/zones/urn.arpa.zone
    --zone fixtures/zones/uri.arpa.zone --zone fixtures/zones/example.com.zone
    --zone fixtures/zones/dbexample.com.au.zone
    --zone fixtures/zones/ukexample.com.uk.zone
    fixtures/expectations/rfc3404.expect)
ddds_test(zones.walk conformance
  COMMAND ddds test --zone fixtures/zones/walk.zone
    fixtures/expectations/walk.expect)
# Any zone will do: it only keeps the tool from asking DNS.
ddds_test(zones.well-known conformance
  COMMAND ddds test --well-known --zone fixtures/zones/first.zone
    resolver/well-known/urn.arpa.expect)
ddds_test(lint.well-known conformance
  COMMAND ddds lint --fail-on warning resolver/well-known/urn.arpa.zone)
set(sanitized "")
if(DDDS_SANITIZE)
  set(sanitized sanitized)
endif()
ddds_test(expectations conformance COST 80
  NEEDS python3 loopback perl:TAP::Parser prove ?nsd
  COMMAND ${tests}/tool/expectations $<TARGET_FILE:ddds> ${sanitized})
ddds_test(monitoring conformance NEEDS python3 ?promtool
  COMMAND ${tests}/tool/monitoring $<TARGET_FILE:ddds>)
ddds_test(graph conformance NEEDS python3 ?dot COST 30
  COMMAND ${tests}/tool/graph $<TARGET_FILE:ddds>)

# ---- Words, documents, batches -------------------------------------------------
ddds_test(uuid.words conformance NEEDS python3
  COMMAND ${tests}/tool/uuid_words $<TARGET_FILE:ddds>)
foreach(way parallel slurm sbatch)
  set(needs python3)
  if(way STREQUAL "parallel")
    list(APPEND needs parallel)
  elseif(way STREQUAL "sbatch")
    list(APPEND needs slurmctld slurmd sbatch loopback)
  endif()
  ddds_test(recipes.${way} tools NEEDS ${needs}
    COMMAND ${tests}/tool/recipes $<TARGET_FILE:ddds> ${way})
endforeach()
ddds_test(round_trip tools ONCE NEEDS python3 ?named-checkzone
  COMMAND ${tests}/tool/round_trip $<TARGET_FILE:ddds>)
ddds_test(completions tools ORDINARY NEEDS pty bash ?zsh ?fish
  BUILDS completions
  COMMAND ${tests}/tool/completions $<TARGET_FILE:ddds>
    ${CMAKE_BINARY_DIR}/completions)
ddds_test(manual tools ORDINARY NEEDS python3 ?scdoc
  BUILDS ddds_tables
  COMMAND ${tests}/tool/manual/check $<TARGET_FILE:ddds>
    $<TARGET_FILE:ddds_tables>)
ddds_test(manual.reference tools NEEDS python3 scdoc ?mandoc ?groff
  BUILDS man man3
  COMMAND ${tests}/tool/manual/reference ${CMAKE_BINARY_DIR}/man)
ddds_test(batch tools NEEDS python3 COST 80
  COMMAND ${tests}/tool/batch $<TARGET_FILE:ddds>)
ddds_test(jobs tools NEEDS python3 loopback COST 30
  COMMAND ${tests}/tool/jobs $<TARGET_FILE:ddds>)
ddds_test(lines tools NEEDS python3
  COMMAND ${tests}/tool/lines $<TARGET_FILE:ddds>)
ddds_test(valgrind tools ORDINARY NEEDS valgrind
  COMMAND valgrind --quiet --error-exitcode=9 --leak-check=full
    $<TARGET_FILE:ddds> trace --zone fixtures/zones/urn.arpa.zone
    --zone fixtures/zones/example.com.zone
    --zone fixtures/zones/dbexample.com.au.zone
    --zone fixtures/zones/ukexample.com.uk.zone
    --service I2C --protocol rcds urn:foo:002372413:annual-report-1997)

# ---- DNS on loopback -----------------------------------------------------------
# server_test(NAME SCRIPT [ORDINARY] COST N [NEEDS WHAT...] [WITH ARGUMENT...]):
# a script of the tool and a server.
function(server_test name script)
  cmake_parse_arguments(PARSE_ARGV 2 its "ORDINARY" "COST" "NEEDS;WITH")
  set(ordinary "")
  if(its_ORDINARY)
    set(ordinary ORDINARY)
  endif()
  ddds_test(${name} server ${ordinary} COST ${its_COST}
    NEEDS python3 loopback ${its_NEEDS}
    COMMAND ${tests}/${script} $<TARGET_FILE:ddds> ${its_WITH})
endfunction()

# Real servers give what zone files give: with sanitizers for one of them.
server_test(server.nsd tool/server/compare COST 60 NEEDS nsd WITH nsd)
server_test(server.knot tool/server/compare ORDINARY COST 60 NEEDS knotd WITH knot)
server_test(server.cares tool/server/compare COST 60 NEEDS knotd WITH knot cares)
server_test(server.bind tool/server/compare ORDINARY COST 60
  NEEDS named named-checkzone WITH bind)
server_test(server.unbound tool/server/compare ORDINARY COST 90
  NEEDS unbound knotd dig WITH unbound)

get_property(loop_examples GLOBAL PROPERTY ddds_loop_examples)
server_test(server.live tool/server/live COST 20 NEEDS nsd WITH ${loop_examples})
server_test(server.additional tool/server/additional COST 20 NEEDS named nsd)
server_test(server.rotation tool/server/rotation COST 20 NEEDS named)
server_test(server.system tool/server/system COST 20 NEEDS nsd unshare mount)
server_test(server.interrupt tool/server/interrupt COST 50 NEEDS pty
  WITH $<TARGET_FILE:misbehaving>)
server_test(server.rate tool/server/rate COST 10)
server_test(server.numbers tool/server/numbers COST 10)
server_test(server.hostile tool/server/hostile COST 50 NEEDS python3:jsonschema
  WITH $<TARGET_FILE:misbehaving>)
server_test(server.radius tool/server/radius COST 20
  NEEDS nsd dig openssl ?radsecproxy ?freeradius)
server_test(lint.live tool/lint/live COST 90
  NEEDS python3:jsonschema nsd knotd named unbound dig
  WITH $<TARGET_FILE:misbehaving>)

# ---- The worst files -----------------------------------------------------------
# Sanitizers take more than files may.
test_program(unit_of_work ${tests}/tool/budgets/unit.c)
ddds_test(budgets fault ORDINARY SETTLED NEEDS python3 COST 100
  COMMAND ${tests}/tool/budgets/run $<TARGET_FILE:ddds> $<TARGET_FILE:unit_of_work>)
ddds_test(budgets.steps fault ORDINARY SETTLED NEEDS python3 valgrind COST 100
  COMMAND ${tests}/tool/budgets/steps $<TARGET_FILE:ddds>)
