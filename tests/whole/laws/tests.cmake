# Laws of the source, and of what is built from it.

# gcc writes what each function needs of the stack, for the test `frames`.
set(parts)
foreach(part ddds_base_objects ddds_uuid_objects ddds_name_objects ddds_rule_objects
    ddds_app_objects ddds_engine_objects ddds_db_objects ddds_resolve_objects
    ddds_check_objects ddds_fetch_objects ddds_validate_objects ddds-python ddds_parts ddds_serve_parts ddds-fetch ddds-server)
  if(TARGET ${part})
    list(APPEND parts ${part})
  endif()
endforeach()
if(CMAKE_C_COMPILER_ID STREQUAL "GNU" AND NOT DDDS_SANITIZE)
  foreach(part ${parts})
    target_compile_options(${part} PRIVATE -fstack-usage)
  endforeach()
endif()
ddds_test(floors "unit;source" NEEDS python3
  COMMAND ${tests}/whole/laws/floors ${PROJECT_SOURCE_DIR})
ddds_test(circles "unit;source" NEEDS python3 BUILDS ${parts}
  COMMAND ${tests}/whole/laws/circles ${CMAKE_BINARY_DIR})
ddds_test(sizes "unit;source" NEEDS python3 ?ctags
  COMMAND ${tests}/whole/laws/sizes ${PROJECT_SOURCE_DIR})
ddds_test(frames unit ORDINARY NEEDS python3 BUILDS ${parts}
  COMMAND ${tests}/whole/laws/sizes ${PROJECT_SOURCE_DIR} ${CMAKE_BINARY_DIR})
ddds_test(language "unit;source" NEEDS python3
  COMMAND ${tests}/whole/laws/language ${PROJECT_SOURCE_DIR})
ddds_test(names "unit;source" NEEDS python3
  COMMAND ${tests}/whole/laws/names ${PROJECT_SOURCE_DIR})
ddds_test(folders "unit;source" COMMAND ${tests}/whole/laws/folders ${PROJECT_SOURCE_DIR})
# And a planted violation is found.
foreach(law floors circles sizes language folders names commits)
  ddds_test(${law}.found "unit;source" NEEDS python3
    COMMAND ${tests}/whole/laws/${law} --self-test)
endforeach()

ddds_test(documents "unit;source" NEEDS python3 COMMAND ${tests}/whole/laws/documents)
ddds_test(commits "unit;source" NEEDS python3
  COMMAND ${tests}/whole/laws/commits ${PROJECT_SOURCE_DIR})

find_program(CXX_COMPILER NAMES c++ g++ clang++)
if(NOT CXX_COMPILER)
  set(CXX_COMPILER "")
endif()
ddds_test(headers "unit;source" NEEDS cc c++
  COMMAND ${tests}/whole/laws/headers ${CMAKE_C_COMPILER} ${CXX_COMPILER})
ddds_test(examples "unit;source" NEEDS python3
  COMMAND ${tests}/whole/laws/examples ${CMAKE_C_COMPILER} ${PROJECT_SOURCE_DIR})
ddds_test(examples.found "unit;source" NEEDS python3
  COMMAND ${tests}/whole/laws/examples ${CMAKE_C_COMPILER} --self-test)
file(GLOB headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/lib/core/include/ddds/*.h)
set(libraries $<TARGET_FILE:ddds-shared> $<TARGET_FILE:ddds-check-shared>)
ddds_test(symbols.ddds unit COMMAND ${tests}/whole/laws/symbols
  $<TARGET_FILE:ddds-shared> ${PROJECT_SOURCE_DIR}/lib/core/ddds.map ${headers})
foreach(product check fetch validate)
  if(TARGET ddds-${product}-shared)
    file(GLOB headers CONFIGURE_DEPENDS
      ${PROJECT_SOURCE_DIR}/lib/${product}/include/ddds/*.h)
    ddds_test(symbols.${product} unit COMMAND ${tests}/whole/laws/symbols
      $<TARGET_FILE:ddds-${product}-shared>
      ${PROJECT_SOURCE_DIR}/lib/${product}/ddds-${product}.map ${headers})
  endif()
endforeach()
foreach(product fetch validate)
  if(TARGET ddds-${product}-shared)
    list(APPEND libraries $<TARGET_FILE:ddds-${product}-shared>)
  endif()
endforeach()
if(TARGET ddds-fetch-shared AND TARGET ddds-validate-shared)
  ddds_test(symbols.private unit COMMAND ${tests}/whole/laws/symbols --private
    ${PROJECT_SOURCE_DIR}/lib/private.list ${libraries})
endif()
if(NOT CMAKE_BUILD_TYPE STREQUAL "Debug" OR DDDS_SANITIZE)
  set(built ${libraries})
  if("tool" IN_LIST ddds_products)
    list(APPEND built $<TARGET_FILE:ddds>)
    if(TARGET ddds-fetch)
      list(APPEND built $<TARGET_FILE:ddds-fetch>)
    endif()
    if(TARGET ddds-server)
      list(APPEND built $<TARGET_FILE:ddds-server>)
    endif()
  endif()
  ddds_test(hardening unit ORDINARY NEEDS readelf COMMAND ${tests}/whole/laws/hardening ${built})
endif()
ddds_test(hardening.found unit NEEDS readelf
  COMMAND ${tests}/whole/laws/hardening --self-test)
ddds_test(state unit ORDINARY NEEDS objdump
  COMMAND ${tests}/whole/laws/state ${libraries})
ddds_test(state.found unit NEEDS objdump cc
  COMMAND ${tests}/whole/laws/state --self-test)
ddds_test(style.format "unit;source" NEEDS clang-format
  COMMAND ${tests}/whole/laws/style format ${CMAKE_BINARY_DIR})
# clang-tidy reads a build that keeps its assertions. It is run in parts, so
# that they spread over the processors. Its static analyzer takes minutes: that
# is a part of tests/long.
if(DDDS_SANITIZE MATCHES "address")
  foreach(part RANGE 1 2)
    ddds_test(style.tidy.${part} style SETTLED NEEDS clang-tidy COST 100
      COMMAND ${tests}/whole/laws/style tidy ${CMAKE_BINARY_DIR} ${part} 2)
  endforeach()
endif()
