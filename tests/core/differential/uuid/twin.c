/* Answers what libddds, and libuuid beside it, make of UUIDs: one question a
 * line, its words separated by tabs, one answer a line. For the script beside.
 *
 *     parse TEXT         what both read, or "-"
 *     inspect UUID       variant and version
 *     name SPACE NAME    version 3 and version 5
 *     fields UUID        60-bit time, clock sequence, node, integer, OID
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <uuid/uuid.h>

#include <ddds/uuid.h>

#include "uuid/fields.h"

static struct ddds_uuid read_uuid(const char *text)
{
    struct ddds_uuid uuid;
    if (ddds_uuid_parse(text, strlen(text), DDDS_UUID_CANONICAL, &uuid, NULL) !=
        DDDS_OK) {
        exit(2);
    }
    return uuid;
}

static void answer_parse(const char *text)
{
    char ours[DDDS_UUID_TEXT_SIZE] = "-";
    char theirs[DDDS_UUID_TEXT_SIZE] = "-";
    struct ddds_uuid uuid;
    uuid_t other;
    if (ddds_uuid_parse(text, strlen(text), DDDS_UUID_CANONICAL, &uuid, NULL) ==
        DDDS_OK) {
        ddds_uuid_text(&uuid, ours);
    }
    if (uuid_parse(text, other) == 0) {
        uuid_unparse_lower(other, theirs);
    }
    printf("%s\t%s\n", ours, theirs);
}

static void answer_inspect(const char *text)
{
    struct ddds_uuid uuid = read_uuid(text);
    printf("%s\t%d\n", ddds_uuid_variant_name(ddds_uuid_get_variant(&uuid)),
           ddds_uuid_get_version(&uuid));
}

static void answer_name(const char *text)
{
    char space_text[DDDS_UUID_TEXT_SIZE] = "";
    memcpy(space_text, text, 36);
    struct ddds_uuid space = read_uuid(space_text);
    const char *name = text + 37;
    char v3[DDDS_UUID_TEXT_SIZE];
    char v5[DDDS_UUID_TEXT_SIZE];
    struct ddds_uuid uuid;
    ddds_uuid_make_name(DDDS_UUID_MD5, &space, name, strlen(name), &uuid, NULL);
    ddds_uuid_text(&uuid, v3);
    ddds_uuid_make_name(DDDS_UUID_SHA1, &space, name, strlen(name), &uuid,
                        NULL);
    ddds_uuid_text(&uuid, v5);
    printf("%s\t%s\n", v3, v5);
}

static void answer_fields(const char *text)
{
    struct ddds_uuid uuid = read_uuid(text);
    struct ddds_uuid_fields fields = DDDS_UUID_FIELDS_INIT;
    uint64_t gregorian = 0;
    ddds_uuid_inspect(&uuid, 0, &fields);
    ddds_uuid_time_to_gregorian(fields.time, &gregorian, NULL);
    printf("%llu\t%u\t", (unsigned long long)gregorian,
           (unsigned)fields.sequence);
    for (size_t i = 0; i < 6; i++) {
        printf("%02x", fields.node[i]);
    }
    char integer[DDDS_UUID_FORM_SIZE];
    char oid[DDDS_UUID_FORM_SIZE];
    ddds_uuid_format(&uuid, DDDS_UUID_INTEGER, integer, sizeof integer);
    ddds_uuid_format(&uuid, DDDS_UUID_OID, oid, sizeof oid);
    printf("\t%s\t%s\n", integer, oid);
}

int main(void)
{
    static const struct {
        const char *question;
        void (*answer)(const char *text);
    } answers[] = {
        {"parse\t", answer_parse},
        {"inspect\t", answer_inspect},
        {"name\t", answer_name},
        {"fields\t", answer_fields},
    };
    char line[1024];
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
            size_t length = strlen(answers[i].question);
            if (strncmp(line, answers[i].question, length) == 0) {
                answers[i].answer(line + length);
            }
        }
    }
    return 0;
}
