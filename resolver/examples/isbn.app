# Where a book can be had, by its ISBN: an application of one's own.
#
#     ddds --app-file isbn.app --zone isbn.zone 978-0-306-40615-7
#
# A line is a setting and its value; ddds-app(5) has them all.

name      isbn
title     where a book can be had
subject   ISBN
service   kind of copy

# The string that rules are applied to: thirteen digits, or it is no ISBN.
string    strip " -"
string    rewrite !^(97[89][0-9]{10})$!\1!

# The first key: 7.5.1.6.0.4.6.0.3.0.8.7.9.isbn.example.
key       reverse
key       labels
root      isbn.example

# What rules may say. A loan that nobody offers does not close worse orders.
flags     SU
grammar   rfc3404
order-closes no

# A book without rules of its own is asked for in the national library.
fallback  10 10 "u" "https+print" "!^(.*)$!https://library.example/isbn/\\1!" .
because   every published book has a legal deposit
