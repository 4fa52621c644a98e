# Where a book is available, by its ISBN: an application of your own.
#
#     ddds --app-file isbn.app --zone isbn.zone 978-0-306-40615-7
#
# Each line is a setting and its value; ddds-app(5) describes all settings.

name      isbn
title     where a book can be had
subject   ISBN
service   kind of copy

# The string that rules are applied to: thirteen digits. Others are rejected.
string    strip " -"
string    rewrite !^(97[89][0-9]{10})$!\1!

# The first key: 7.5.1.6.0.4.6.0.3.0.8.7.9.isbn.example.
key       reverse
key       labels
root      isbn.example

# What rules may contain. A rule that matches does not close worse orders.
flags     SU
grammar   rfc3404
order-closes no

# Books without rules of their own are in the national library.
fallback  10 10 "u" "https+print" "!^(.*)$!https://library.example/isbn/\\1!" .
because   every published book has a legal deposit
