# The library's DNS in a simulated network. The kernel is the program's own:
# sockets, waits and random numbers. Its clock and random numbers are so for
# c-ares, too, which finds the program's functions.
file(GLOB sources CONFIGURE_DEPENDS ${tests}/core/network/*.c)
test_program(network ${sources})
foreach(call socket close connect fcntl fcntl64 setsockopt getsockopt send
    sendmmsg sendmsg recvmmsg recvfrom poll)
  target_link_options(network PRIVATE -Wl,--wrap=${call})
endforeach()

# One test for each scenario, as `network --list` names them.
file(STRINGS ${tests}/core/network/scenarios.c lines REGEX "\\.name = ")
foreach(line ${lines})
  string(REGEX REPLACE ".*\\.name = \"([^\"]*)\".*" "\\1" scenario ${line})
  ddds_test(network.${scenario} unit ONCE
    COMMAND network --scenario ${scenario})
endforeach()
ddds_test(network.found unit ONCE COMMAND network --self-test)
