# The tool, from outside.
file(GLOB cases CONFIGURE_DEPENDS LIST_DIRECTORIES true
  ${fixtures}/conformance/*)
foreach(case ${cases})
  if(IS_DIRECTORY ${case})
    get_filename_component(name ${case} NAME)
    ddds_test(conformance.${name} conformance
      COMMAND ${tests}/conformance/run $<TARGET_FILE:ddds> ${case})
  endif()
endforeach()
ddds_test(schema tools ORDINARY NEEDS python3:jsonschema COST 50
  COMMAND ${tests}/conformance/schema $<TARGET_FILE:ddds>)

# ---- ddds lint ---------------------------------------------------------------
foreach(name codes good pipelines)
  ddds_test(lint.${name} conformance NEEDS python3
    COMMAND ${tests}/lint/${name} $<TARGET_FILE:ddds>)
endforeach()
foreach(name manual examples)
  ddds_test(lint.${name} conformance ORDINARY NEEDS python3
    COMMAND ${tests}/lint/${name} $<TARGET_FILE:ddds>)
endforeach()
ddds_test(lint.planted conformance NEEDS python3 ?named-checkzone
  COMMAND ${tests}/lint/planted $<TARGET_FILE:ddds>)
ddds_test(lint.choices conformance NEEDS python3
  COMMAND ${tests}/lint/choices $<TARGET_FILE:ddds>)
ddds_test(lint.shuffled conformance NEEDS python3
  COMMAND ${tests}/lint/shuffled $<TARGET_FILE:ddds>)
ddds_test(lint.fix conformance NEEDS python3 ?patch ?git
  COMMAND ${tests}/lint/fix $<TARGET_FILE:ddds>)
ddds_test(lint.formats conformance ORDINARY NEEDS python3:jsonschema
  COMMAND ${tests}/lint/formats $<TARGET_FILE:ddds>)
ddds_test(lint.configurations conformance
  NEEDS named-checkconf
  COMMAND ${tests}/lint/configurations)
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
  COMMAND ${tests}/lint/others $<TARGET_FILE:ddds>)

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
  COMMAND ${tests}/expectations $<TARGET_FILE:ddds> ${sanitized})
ddds_test(monitoring conformance NEEDS python3 ?promtool
  COMMAND ${tests}/monitoring $<TARGET_FILE:ddds>)
ddds_test(graph conformance NEEDS python3 ?dot COST 30
  COMMAND ${tests}/graph $<TARGET_FILE:ddds>)

# ---- Words, documents, batches -------------------------------------------------
ddds_test(uuid.words conformance NEEDS python3
  COMMAND ${tests}/uuid/words $<TARGET_FILE:ddds>)
set(flags "")
if(DDDS_SANITIZE)
  set(flags -fsanitize=${DDDS_SANITIZE})
endif()
ddds_test(readme tools NEEDS python3 cc ?dot BUILDS ddds ddds-static
  COMMAND env README_FLAGS=${flags}
    ${tests}/readme $<TARGET_FILE:ddds> $<TARGET_FILE:ddds-static>)
foreach(way parallel slurm sbatch)
  set(needs python3)
  if(way STREQUAL "parallel")
    list(APPEND needs parallel)
  elseif(way STREQUAL "sbatch")
    list(APPEND needs slurmctld slurmd sbatch loopback)
  endif()
  ddds_test(recipes.${way} tools NEEDS ${needs}
    COMMAND ${tests}/recipes $<TARGET_FILE:ddds> ${way})
endforeach()
ddds_test(round_trip tools ONCE NEEDS python3 ?named-checkzone
  COMMAND ${tests}/round_trip $<TARGET_FILE:ddds>)
ddds_test(help_examples tools ORDINARY NEEDS python3 pc:libmicrohttpd ?dot
  BUILDS ddds-server
  COMMAND ${tests}/help_examples $<TARGET_FILE:ddds>)
ddds_test(completions tools ORDINARY NEEDS pty bash ?zsh ?fish
  BUILDS completions
  COMMAND ${tests}/completions $<TARGET_FILE:ddds>
    ${CMAKE_BINARY_DIR}/completions)
ddds_test(manual tools ORDINARY NEEDS python3 ?scdoc
  BUILDS ddds_tables
  COMMAND ${tests}/manual/check $<TARGET_FILE:ddds>
    $<TARGET_FILE:ddds_tables>)
ddds_test(manual.reference tools NEEDS python3 scdoc ?mandoc ?groff
  BUILDS man man3
  COMMAND ${tests}/manual/reference ${CMAKE_BINARY_DIR}/man)
ddds_test(batch tools NEEDS python3 COST 80
  COMMAND ${tests}/batch $<TARGET_FILE:ddds>)
ddds_test(jobs tools NEEDS python3 loopback COST 30
  COMMAND ${tests}/jobs $<TARGET_FILE:ddds>)
ddds_test(lines tools NEEDS python3
  COMMAND ${tests}/lines $<TARGET_FILE:ddds>)
ddds_test(valgrind tools ORDINARY NEEDS valgrind
  COMMAND valgrind --quiet --error-exitcode=9 --leak-check=full
    $<TARGET_FILE:ddds> trace --zone fixtures/zones/urn.arpa.zone
    --zone fixtures/zones/example.com.zone
    --zone fixtures/zones/dbexample.com.au.zone
    --zone fixtures/zones/ukexample.com.uk.zone
    --service I2C --protocol rcds urn:foo:002372413:annual-report-1997)
# All tests of servers with a newer c-ares, where its source can be had: a build
# of its own, with sanitizers, and so not again under them.
ddds_test(newer_cares server ORDINARY COST 200
  NEEDS cc cmake dpkg-source ?nsd ?knotd ?named ?unbound ?dig
  COMMAND ${tests}/server/newer-cares ${CMAKE_BINARY_DIR}/newer-cares)
