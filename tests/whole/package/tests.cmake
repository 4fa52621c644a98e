# What is installed and packaged.
ddds_test(package.talks "tools;source"
  COMMAND ${tests}/whole/package/talks ${PROJECT_SOURCE_DIR})
ddds_test(package.version tools NEEDS python3
  COMMAND ${tests}/whole/package/version ${PROJECT_SOURCE_DIR} ${CMAKE_BINARY_DIR})
ddds_test(package.promised tools ORDINARY NEEDS python3 cc pc:python3 pc:libcurl
  pc:libmicrohttpd BUILDS ddds-python ddds-fetch ddds-server
  COMMAND ${tests}/whole/package/promised $<TARGET_FILE:ddds>
    ${CMAKE_BINARY_DIR}/python ${CMAKE_C_COMPILER})
set(mapped $<TARGET_FILE:ddds-shared> ${PROJECT_SOURCE_DIR}/lib/core/ddds.map
  $<TARGET_FILE:ddds-check-shared> ${PROJECT_SOURCE_DIR}/lib/check/ddds-check.map)
set(grown $<TARGET_FILE:ddds-shared> $<TARGET_FILE:ddds-check-shared>)
foreach(product fetch validate)
  if(TARGET ddds-${product}-shared)
    set(library $<TARGET_FILE:ddds-${product}-shared>)
    list(APPEND mapped ${library} ${PROJECT_SOURCE_DIR}/lib/${product}/ddds-${product}.map)
    list(APPEND grown ${library})
  endif()
endforeach()
ddds_test(package.release.symbols tools NEEDS python3 readelf nm
  COMMAND ${tests}/whole/package/release ${PROJECT_SOURCE_DIR} symbols ${mapped})
foreach(part archive verify package)
  ddds_test(package.release.${part} "tools;source" NEEDS python3 git xz
    COMMAND ${tests}/whole/package/release ${PROJECT_SOURCE_DIR} ${part}
      ${CMAKE_BINARY_DIR})
endforeach()
ddds_test(package.release.whole tools NEEDS python3 git gpg xz abidw readelf cmake
  COMMAND ${tests}/whole/package/release ${PROJECT_SOURCE_DIR} whole)
ddds_test(package.licences "tools;source" NEEDS reuse semaphores git COST 30
  COMMAND ${tests}/whole/package/licences ${PROJECT_SOURCE_DIR})
ddds_test(package.abi.found tools NEEDS abidiff readelf cc
  COMMAND ${tests}/whole/package/abi --self-test ${CMAKE_C_COMPILER})
ddds_test(package.abi tools ORDINARY NEEDS abidiff readelf
  COMMAND ${tests}/whole/package/abi $<TARGET_FILE:ddds-shared>)
ddds_test(package.abi.check tools ORDINARY NEEDS abidiff readelf
  COMMAND ${tests}/whole/package/abi $<TARGET_FILE:ddds-check-shared>)
ddds_test(package.abi.fetch tools ORDINARY NEEDS abidiff readelf pc:libcurl
  COMMAND ${tests}/whole/package/abi $<TARGET_FILE:ddds-fetch-shared>)
ddds_test(package.abi.validate tools ORDINARY NEEDS abidiff readelf
  pc:libunbound pc:libssl
  COMMAND ${tests}/whole/package/abi $<TARGET_FILE:ddds-validate-shared>)
# A build of its own, of the libraries alone.
ddds_test(package.grow tools ORDINARY SETTLED NEEDS python3 cc cmake ninja ?abidiff
  COST 120
  COMMAND ${tests}/whole/package/grow ${PROJECT_SOURCE_DIR} ${CMAKE_C_COMPILER}
    ${grown})
ddds_test(package.install tools ORDINARY NEEDS pkg-config cc cmake readelf
  COST 30
  BUILDS installable
  COMMAND ${tests}/whole/package/install ${PROJECT_SOURCE_DIR} ${CMAKE_BINARY_DIR})
set(built $<TARGET_FILE:ddds> $<TARGET_FILE:ddds-shared>
  $<TARGET_FILE:ddds-check-shared>)
foreach(target ddds-fetch ddds-fetch-shared ddds-validate-shared ddds-server ddds-python)
  if(TARGET ${target})
    list(APPEND built $<TARGET_FILE:${target}>)
  endif()
endforeach()
ddds_test(package.sbom tools ORDINARY NEEDS python3 readelf
  COMMAND ${tests}/whole/package/sbom ${PROJECT_SOURCE_DIR}
    ${CMAKE_BINARY_DIR}/ddds.spdx.json ${CMAKE_READELF} ${PROJECT_VERSION}
    ${built})
# A build of its own.
ddds_test(package.wheel other ORDINARY SETTLED
  NEEDS python3 python3:ensurepip cc cmake ninja readelf objdump pc:python3
    ?pre-commit ?git COST 100
  COMMAND ${tests}/whole/package/wheel)
# A build of its own, and of four libraries.
ddds_test(package.static other SETTLED
  NEEDS python3 musl-gcc make cmake ninja readelf dpkg-source nsd loopback
    ?buildah COST 200
  COMMAND ${tests}/whole/package/static)
# A build of its own.
ddds_test(package.debian package ORDINARY SETTLED
  NEEDS dpkg-buildpackage dh lintian cmake ninja scdoc pc:libcurl
    pc:libmicrohttpd pc:libunbound pc:libssl pc:python3 COST 150
  COMMAND ${tests}/whole/package/debian ${PROJECT_SOURCE_DIR})
