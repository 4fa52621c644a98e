/* Time: conversion between ticks of 100 ns since 1970, the 60-bit count since
 * 1582 of v1 and v6, and text.
 *
 * gmtime() is not used, because on some systems its range ends before that of
 * v1 (year 5236) or starts after it (1582). The Gregorian calendar is used
 * throughout; it began on the first day of v1. Leap seconds are not counted
 * (RFC 9562 section 6.1).
 *
 * RFC 9562 section 5.1, RFC 3339.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/uuid.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/error.h"
#include "uuid/layout.h"
#include "uuid/fields.h"

/* Ticks from 1582-10-15 to 1970-01-01. */
#define GREGORIAN_TO_UNIX INT64_C(122192928000000000)
#define TICKS_PER_SECOND INT64_C(10000000)
#define SECONDS_PER_DAY INT64_C(86400)

enum { FRACTION_DIGITS = 7, DAYS_PER_ERA = 146097 };

ddds_status ddds_uuid_time_to_gregorian(int64_t ticks, uint64_t *gregorian,
                                        struct ddds_error *error)
{
    if (ticks < -GREGORIAN_TO_UNIX ||
        ticks > (int64_t)UUID_MASK(60) - GREGORIAN_TO_UNIX) {
        return ddds_error_set(error, DDDS_BAD_INPUT, DDDS_NO_OFFSET,
                              "the time is before 1582-10-15 or after "
                              "5236-03-31T21:21:00.6846975Z, out of range for "
                              "UUID versions 1 and 6");
    }
    *gregorian = (uint64_t)(ticks + GREGORIAN_TO_UNIX);
    return DDDS_OK;
}

int64_t ddds_uuid_time_from_gregorian(uint64_t gregorian)
{
    return (int64_t)(gregorian & UUID_MASK(60)) - GREGORIAN_TO_UNIX;
}

/* Floor division. */
static int64_t floor_divide(int64_t dividend, int64_t divisor)
{
    return dividend / divisor - (dividend % divisor < 0);
}

/* ---- Days and dates ----------------------------------------------------- */

/* Years start in March, so that a leap day is the last of its year. An era has
 * 400 years, a period of the calendar. Day 0, 1970-01-01, is 719468 days after
 * 0000-03-01. */
struct date {
    int64_t year;
    unsigned month;
    unsigned day;
};

/* Return the days of a year before |month|, where 0 is March. Months have 31 30
 * 31 30 31 days twice, then 31 and the rest. */
static unsigned days_before_month(unsigned month)
{
    return (153 * month + 2) / 5;
}

static int64_t days_from_date(struct date date)
{
    int64_t year = date.year - (date.month <= 2);
    int64_t era = floor_divide(year, 400);
    unsigned year_of_era = (unsigned)(year - era * 400);
    unsigned month = date.month > 2 ? date.month - 3 : date.month + 9;
    unsigned day_of_era = year_of_era * 365 + year_of_era / 4 -
                          year_of_era / 100 + days_before_month(month) +
                          date.day - 1;
    return era * DAYS_PER_ERA + day_of_era - 719468;
}

static struct date date_from_days(int64_t days)
{
    days += 719468;
    int64_t era = floor_divide(days, DAYS_PER_ERA);
    unsigned day_of_era = (unsigned)(days - era * DAYS_PER_ERA);
    /* Without the leap days so far, every year has 365 days. */
    unsigned year_of_era = (day_of_era - day_of_era / 1460 +
                            day_of_era / 36524 - day_of_era / 146096) /
                           365;
    unsigned day_of_year =
        day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    unsigned month = (5 * day_of_year + 2) / 153;
    unsigned day = day_of_year - days_before_month(month) + 1;
    unsigned civil_month = month < 10 ? month + 3 : month - 9;
    return (struct date){era * 400 + year_of_era + (civil_month <= 2),
                         civil_month, day};
}

/* ---- Formatting --------------------------------------------------------- */

void ddds_uuid_time_format(int64_t ticks, unsigned digits,
                           char text[DDDS_UUID_TIME_SIZE])
{
    int64_t seconds = floor_divide(ticks, TICKS_PER_SECOND);
    /* modulo 2^64, because the product may be out of range */
    uint64_t fraction = (uint64_t)ticks - (uint64_t)seconds * TICKS_PER_SECOND;
    int64_t days = floor_divide(seconds, SECONDS_PER_DAY);
    unsigned second = (unsigned)(seconds - days * SECONDS_PER_DAY);
    struct date date = date_from_days(days);

    char part[FRACTION_DIGITS + 2] = "";
    if (digits > 0) {
        digits = digits < FRACTION_DIGITS ? digits : FRACTION_DIGITS;
        snprintf(part, sizeof part, ".%0*u", FRACTION_DIGITS,
                 (unsigned)fraction);
        part[1 + digits] = '\0';
    }
    char whole[2 * DDDS_UUID_TIME_SIZE]; /* for any values of the types */
    snprintf(whole, sizeof whole, "%s%04lld-%02u-%02uT%02u:%02u:%02u%sZ",
             date.year < 0 ? "-" : "", llabs((long long)date.year), date.month,
             date.day, second / 3600, second / 60 % 60, second % 60, part);
    memcpy(text, whole, strlen(whole) + 1);
}

/* ---- Parsing ------------------------------------------------------------ */

/* State of the parser. |expected| is the error at |at|, or NULL. */
struct time_reader {
    const char *text;
    size_t length;
    size_t at;
    const char *expected;
};

static bool at_digit(const struct time_reader *reader)
{
    return reader->at < reader->length &&
           ascii_is_digit((unsigned char)reader->text[reader->at]);
}

static void fail(struct time_reader *reader, size_t at, const char *expected)
{
    if (reader->expected == NULL) {
        reader->at = at;
        reader->expected = expected;
    }
}

/* Skip the next octet if it is in |octets|. */
static bool accept(struct time_reader *reader, const char *octets)
{
    if (reader->expected != NULL || reader->at >= reader->length ||
        reader->text[reader->at] == '\0' ||
        strchr(octets, reader->text[reader->at]) == NULL) {
        return false;
    }
    reader->at++;
    return true;
}

static void demand(struct time_reader *reader, const char *octets,
                   const char *expected)
{
    if (!accept(reader, octets)) {
        fail(reader, reader->at, expected);
    }
}

/* Parse |least| to |most| digits, a number from |low| to |high|. */
static int64_t read_number(struct time_reader *reader, unsigned least,
                           unsigned most, int64_t low, int64_t high,
                           const char *expected)
{
    size_t begin = reader->at;
    int64_t number = 0;
    unsigned count = 0;
    while (reader->expected == NULL && count < most && at_digit(reader)) {
        number = number * 10 + (reader->text[reader->at++] - '0');
        count++;
    }
    if (count < least) {
        fail(reader, reader->at, expected);
    } else if (number < low || number > high) {
        fail(reader, begin, expected);
    }
    return reader->expected == NULL ? number : low;
}

/* Parse an optional fraction; truncate it to ticks. */
static int64_t read_fraction(struct time_reader *reader)
{
    if (!accept(reader, ".")) {
        return 0;
    }
    if (!at_digit(reader)) {
        fail(reader, reader->at, "a digit");
    }
    int64_t ticks = 0;
    int64_t worth = TICKS_PER_SECOND;
    while (reader->expected == NULL && at_digit(reader)) {
        worth /= 10;
        ticks += worth * (reader->text[reader->at++] - '0');
    }
    return ticks;
}

/* Parse the seconds after "@". */
static int64_t read_unix_time(struct time_reader *reader)
{
    bool negative = accept(reader, "-");
    int64_t seconds = read_number(reader, 1, 12, 0, INT64_C(900000000000),
                                  "seconds, 0 to 900000000000");
    int64_t ticks = seconds * TICKS_PER_SECOND + read_fraction(reader);
    return negative ? -ticks : ticks;
}

/* Parse "Z" or an offset; return local time minus UTC, in seconds. */
static int64_t read_zone(struct time_reader *reader)
{
    if (accept(reader, "Zz")) {
        return 0;
    }
    bool after = accept(reader, "-");
    if (!after) {
        demand(reader, "+", "\"Z\", \"+\" or \"-\"");
    }
    int64_t hours = read_number(reader, 2, 2, 0, 23, "hours, 00 to 23");
    demand(reader, ":", "\":\"");
    int64_t minutes = read_number(reader, 2, 2, 0, 59, "minutes, 00 to 59");
    int64_t seconds = hours * 3600 + minutes * 60;
    return after ? -seconds : seconds;
}

static int64_t read_date(struct time_reader *reader)
{
    static const unsigned char month_lengths[] = {31, 29, 31, 30, 31, 30,
                                                  31, 31, 30, 31, 30, 31};
    int64_t year = read_number(reader, 4, 5, 0, 29999, "a year, 0000 to 29999");
    demand(reader, "-", "\"-\"");
    int64_t month = read_number(reader, 2, 2, 1, 12, "a month, 01 to 12");
    demand(reader, "-", "\"-\"");
    if (reader->expected != NULL) {
        return 0;
    }
    size_t begin = reader->at;
    int64_t day = read_number(reader, 2, 2, 1, month_lengths[month - 1],
                              "a day that the month has");
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    if (month == 2 && day == 29 && !leap) {
        fail(reader, begin, "a day that the month has");
    }
    return days_from_date((struct date){year, (unsigned)month, (unsigned)day});
}

static int64_t read_date_time(struct time_reader *reader)
{
    int64_t seconds = read_date(reader) * SECONDS_PER_DAY;
    if (reader->expected != NULL || reader->at == reader->length) {
        return seconds * TICKS_PER_SECOND;
    }
    demand(reader, "Tt ", "\"T\"");
    seconds += read_number(reader, 2, 2, 0, 23, "hours, 00 to 23") * 3600;
    demand(reader, ":", "\":\"");
    seconds += read_number(reader, 2, 2, 0, 59, "minutes, 00 to 59") * 60;
    demand(reader, ":", "\":\"");
    size_t begin = reader->at;
    int64_t second = read_number(reader, 2, 2, 0, 60, "seconds, 00 to 60");
    int64_t fraction = read_fraction(reader);
    seconds += second - read_zone(reader);
    /* a leap second, at the end of a month in UTC (RFC 3339 section 5.7),
     * equals the next second */
    if (second == 60 && (seconds % SECONDS_PER_DAY != 0 ||
                         date_from_days(seconds / SECONDS_PER_DAY).day != 1)) {
        fail(reader, begin, "seconds, 00 to 59; 60 ends a month in UTC");
    }
    return seconds * TICKS_PER_SECOND + fraction;
}

/* Report the unexpected number, octet or end at |reader->at|. */
static ddds_status refuse(const struct time_reader *reader,
                          struct ddds_error *error)
{
    enum { MOST_DIGITS = 12, YEAR_DIGITS = 4 };
    char shown[ERROR_OCTET_SIZE];
    const char *found = reader->text + reader->at;
    int quoted = reader->length < 64 ? (int)reader->length : 64;
    struct time_reader number = {reader->text, reader->length, 0, NULL};
    while (at_digit(&number)) {
        number.at++;
    }
    if (number.at == number.length && number.length > YEAR_DIGITS) {
        return ddds_error_set(error, DDDS_BAD_INPUT, 0,
                              "time \"%.*s\": write \"@\" before seconds since "
                              "1970: @%.*s",
                              quoted, reader->text, quoted, reader->text);
    }
    number.at = reader->at;
    while (at_digit(&number) && number.at - reader->at < MOST_DIGITS) {
        number.at++;
    }
    if (number.at > reader->at) {
        return ddds_error_set(error, DDDS_BAD_INPUT, reader->at,
                              "time \"%.*s\": expected %s, found \"%.*s\" at "
                              "%zu",
                              quoted, reader->text, reader->expected,
                              (int)(number.at - reader->at), found, reader->at);
    }
    ddds_error_show_at(reader->text, reader->length, reader->at, shown);
    return ddds_error_set(error, DDDS_BAD_INPUT, reader->at,
                          "time \"%.*s\": expected %s, found %s at %zu", quoted,
                          reader->text, reader->expected, shown, reader->at);
}

ddds_status ddds_uuid_time_parse(const char *text, size_t length,
                                 int64_t *ticks, struct ddds_error *error)
{
    struct time_reader reader = {text, length, 0, NULL};
    int64_t read = accept(&reader, "@") ? read_unix_time(&reader)
                                        : read_date_time(&reader);
    if (reader.at < length) {
        fail(&reader, reader.at, "the end");
    }
    if (reader.expected != NULL) {
        return refuse(&reader, error);
    }
    *ticks = read;
    return DDDS_OK;
}
