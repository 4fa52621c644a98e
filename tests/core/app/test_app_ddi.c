/* The DDI application: agencies and the services that RFC 9517 prints.
 *
 * SPDX-License-Identifier: MIT */
#include "core/start.h"

static const struct ddds_application *application;

static int find_application(void **state)
{
    (void)state;
    application = ddds_application_ddi();
    return 0;
}

#define LABEL_63                                                               \
    "a23456789012345678901234567890123456789012345678901234567890123"

TEST(labels_are_reversed)
{
    static const struct {
        const char *input;
        const char *roots;
        const char *key; /* NULL: refused */
    } rows[] = {
        {"urn:ddi:us.ddia1:R-V1:1", NULL, "ddia1.us.ddi.urn.arpa"},
        {"urn:ddi:int.ddi.cv:AggregationMethod:1.0", NULL,
         "cv.ddi.int.ddi.urn.arpa"},
        {"URN:DDI:US.DDIA1:R-V1:1?+a?=b#c", NULL, "ddia1.us.ddi.urn.arpa"},
        {"urn:ddi:us.ddia1:R:1:2", NULL, "ddia1.us.ddi.urn.arpa"},
        {"urn:ddi:us.ddia1:R:1", "example", "ddia1.us.example"},
        {"urn:ddi:" LABEL_63 "." LABEL_63 ":R:1", NULL,
         LABEL_63 "." LABEL_63 ".ddi.urn.arpa"},
        {"urn:ddi:" LABEL_63 "4.a:R:1", NULL, NULL},
        {"urn:ddi:" LABEL_63 "." LABEL_63 "." LABEL_63 "." LABEL_63 ":R:1",
         NULL, NULL},
        {"urn:ddi:us:R:1", NULL, NULL},
        {"urn:ddi:us.:R:1", NULL, NULL},
        {"urn:ddi:us.ddia1", NULL, NULL},
        {"urn:ddi:us.ddia1:", NULL, NULL},
        {"urn:ddi:us.ddia1:R", NULL, NULL},
        {"urn:ddi:us.ddia1:R:", NULL, NULL},
        {"urn:ddi:us.ddia1::1", NULL, NULL},
        {"urn:ddi:us.dd%69a1:R:1", NULL, NULL},
        {"urn:ddx:us.ddia1:R:1", NULL, NULL},
        {"us.ddia1", NULL, NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct started started;
        start_with(application, rows[i].input, rows[i].roots, &started);
        print_message("%s: %s\n", rows[i].input, started.error.detail);
        assert_int_equal(started.status,
                         rows[i].key != NULL ? DDDS_OK : DDDS_BAD_INPUT);
        if (rows[i].key != NULL) {
            assert_string_equal(started.start.key, rows[i].key);
        }
    }
}

TEST(services_are_read_as_printed)
{
    static const struct {
        const char *field;
        const char *service;
        const char *protocol;
    } rows[] = {
        {"I2R+http", "I2R", "http"},
        {"I2R:http", "I2R", "http"},
        {"I2C+udp", "I2C", "udp"},
        {"I2R", "I2R", NULL},
        {"I2R+", "I2R+", NULL},
        {"a+b:c", "a+b", "c"},
        {"", NULL, NULL},
        {":http", NULL, "http"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ddds_services services = DDDS_SERVICES_INIT;
        print_message("%s\n", rows[i].field);
        assert_int_equal(application->read_services(application, rows[i].field,
                                                    &services, NULL),
                         DDDS_OK);
        assert_int_equal(services.service_count, rows[i].service != NULL);
        assert_int_equal(services.protocol_count, rows[i].protocol != NULL);
        if (rows[i].service != NULL) {
            assert_int_equal(services.services[0].length,
                             strlen(rows[i].service));
        }
        if (rows[i].protocol != NULL) {
            assert_memory_equal(services.protocols[0].text, rows[i].protocol,
                                services.protocols[0].length);
        }
    }
}

FIXTURES(.begin = find_application);
