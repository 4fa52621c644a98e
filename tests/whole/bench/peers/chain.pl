#!/usr/bin/perl
# Chains of four queries with Net::DNS: PORT COUNT, one at a time.
#
# SPDX-License-Identifier: MIT
use strict;
use warnings;
use Net::DNS;

my ($port, $count) = @ARGV;
my $resolver = Net::DNS::Resolver->new(
    nameservers => ['127.0.0.1'], port => $port, recurse => 1,
    udppacketsize => 1232, persistent_udp => 1);

sub ask {
    my ($name, $type) = @_;
    my $answer = $resolver->send($name, $type) or die $resolver->errorstring;
    return $answer->answer;
}

for my $i (0 .. $count - 1) {
    my $urn = sprintf 'urn:k9-%05d:x', $i % 50000;
    my $key = substr($urn, 4, 8) . '.test';
    for (my $flags = ''; $flags ne 's';) {
        my ($rule) = sort {
            $a->order <=> $b->order || $a->preference <=> $b->preference
        } ask($key, 'NAPTR');
        $flags = $rule->flags;
        $key = $rule->replacement;
        if ($rule->regexp ne '') {
            my (undef, $ere, $output, $case) = split /!/, $rule->regexp;
            my @groups = ($case // '') eq 'i' ? $urn =~ /$ere/i : $urn =~ /$ere/;
            ($key = $output) =~ s/\\([1-9])/$groups[$1 - 1]/g;
        }
    }
    my ($server) = ask($key, 'SRV');
    die 'another port' if $server->port != 80;
}
