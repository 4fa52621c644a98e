# Our readers and writers beside those of others, and beside simpler ones.

# Expressions beside BIND's reader and the C library's matcher.
foreach(twin ere_bind ere_posix)
  test_program(${twin} ${tests}/core/differential/${twin}.c
    ${tests}/core/differential/expressions.c ${tests}/core/differential/twin.c)
endforeach()
ddds_test(differential.ere_bind differential
  NEEDS named-checkzone named-rrchecker COST 50 COMMAND ere_bind)
ddds_test(differential.ere_posix differential ONCE COST 50 COMMAND ere_posix)

# Shapes beside PCRE2. shapes COMPARISONS makes as many as one likes.
test_program(shapes ${tests}/core/differential/shapes.c
  ${tests}/core/differential/expressions.c ${tests}/core/differential/shape_twin.c)
ddds_test(unit.shapes unit COMMAND shapes)

# UUIDs beside libuuid and Python.
pkg_check_modules(LIBUUID IMPORTED_TARGET uuid)
if(LIBUUID_FOUND)
  test_program(uuid_twin ${tests}/core/differential/uuid/twin.c)
  target_link_libraries(uuid_twin PRIVATE PkgConfig::LIBUUID)
endif()
ddds_test(differential.uuid differential ONCE
  NEEDS python3 pc:uuid ?uuidparse COST 50
  COMMAND ${tests}/core/differential/uuid/uuids $<TARGET_FILE:uuid_twin>)

# Names beside the grammars of the RFCs as regular expressions.
test_program(names ${tests}/core/differential/names.c)
ddds_test(differential.names differential ONCE NEEDS python3 COST 50
  COMMAND ${tests}/core/differential/names.py $<TARGET_FILE:names>)

# Zone files beside BIND, ldns and Knot.
test_program(dump_zone ${tests}/core/differential/dump_zone.c)
ddds_test(differential.zone_readers differential COST 50
  NEEDS python3 named-compilezone ldns-read-zone kzonecheck
  COMMAND ${tests}/core/differential/zone-readers $<TARGET_FILE:dump_zone>)
