/* SPDX-License-Identifier: MIT */
#include "serve/http/metrics.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <microhttpd.h>

/* Upper bounds of the buckets, in microseconds. */
static const unsigned limits[BUCKETS] = {100,    250,    500,     1000,
                                         2500,   5000,   10000,   50000,
                                         100000, 500000, 1000000, 5000000};

void metrics_request(struct metrics *metrics, enum route route, unsigned status,
                     uint64_t microseconds)
{
    size_t bucket = 0;
    while (bucket < BUCKETS && microseconds > limits[bucket]) {
        bucket++;
    }
    metrics->requests[route][status]++;
    metrics->buckets[bucket]++;
    metrics->microseconds += microseconds;
}

void metrics_result(struct metrics *metrics, const struct ddds_result *result,
                    bool is_dns)
{
    if ((unsigned)result->reason < REASONS) {
        metrics->outcomes[result->reason]++;
    }
    if (is_dns) {
        metrics->queries += result->queries;
        metrics->cached += result->queries == 0;
    }
}

/* ---- Format ------------------------------------------------------------- */

static void begin(FILE *out, const char *name, const char *type,
                  const char *help)
{
    fprintf(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

static void print_one(FILE *out, const char *name, const char *type,
                      const char *help, long long value)
{
    begin(out, name, type, help);
    fprintf(out, "%s %lld\n", name, value);
}

static void print_requests(FILE *out, struct metrics *metrics)
{
    begin(out, "ddds_http_requests_total", "counter",
          "Requests by route and HTTP status; 0 had no answer.");
    for (int route = 0; route < ROUTES; route++) {
        for (unsigned status = 0; status < STATUSES; status++) {
            unsigned long long count = metrics->requests[route][status];
            if (count > 0) {
                fprintf(out,
                        "ddds_http_requests_total{route=\"%s\",status=\"%u\"}"
                        " %llu\n",
                        paths[route].name, status, count);
            }
        }
    }
}

static void print_outcomes(FILE *out, struct metrics *metrics)
{
    begin(out, "ddds_resolutions_total", "counter",
          "Resolutions by the reason code of their end.");
    for (int i = 0; i < REASONS; i++) {
        unsigned long long count = metrics->outcomes[i];
        if (count > 0) {
            fprintf(out, "ddds_resolutions_total{reason=\"%s\"} %llu\n",
                    ddds_reason_name((enum ddds_reason)i), count);
        }
    }
}

static void print_histogram(FILE *out, struct metrics *metrics)
{
    static const char name[] = "ddds_http_request_duration_seconds";
    unsigned long long sum = 0;
    begin(out, name, "histogram", "Time from the request line to the answer.");
    for (size_t i = 0; i < BUCKETS; i++) {
        sum += metrics->buckets[i];
        fprintf(out, "%s_bucket{le=\"%g\"} %llu\n", name, limits[i] / 1e6, sum);
    }
    sum += metrics->buckets[BUCKETS];
    fprintf(out, "%s_bucket{le=\"+Inf\"} %llu\n%s_sum %.6f\n%s_count %llu\n",
            name, sum, name, (double)metrics->microseconds / 1e6, name, sum);
}

/* Resident memory in octets; 0 if unknown. */
static long long read_memory(void)
{
    char line[128] = "";
    FILE *file = fopen("/proc/self/statm", "r");
    if (file != NULL && fgets(line, sizeof line, file) == NULL) {
        line[0] = '\0';
    }
    if (file != NULL) {
        fclose(file);
    }
    /* skip the total size */
    long long pages = strtoll(line + strcspn(line, " "), NULL, 10);
    return pages * sysconf(_SC_PAGESIZE);
}

/* Standard names of Prometheus client libraries. */
static void print_process(FILE *out, const struct metrics *metrics)
{
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    begin(out, "process_cpu_seconds_total", "counter",
          "Processor time of the server.");
    fprintf(out, "process_cpu_seconds_total %.2f\n",
            (double)used.tv_sec + (double)used.tv_nsec / 1e9);
    print_one(out, "process_resident_memory_bytes", "gauge",
              "Memory of the server.", read_memory());
    print_one(out, "process_start_time_seconds", "gauge",
              "When the server started, since 1970.",
              (long long)metrics->started);
    begin(out, "ddds_build_info", "gauge", "The version of the server.");
    fprintf(out, "ddds_build_info{version=\"%s\",libmicrohttpd=\"%s\"} 1\n",
            DDDS_VERSION, MHD_get_version());
}

void metrics_print(FILE *out, struct metrics *metrics)
{
    const struct {
        const char *name;
        const char *type;
        const char *help;
        long long value;
    } rows[] = {
        {"ddds_http_in_flight", "gauge", "Requests in progress.",
         metrics->in_flight},
        {"ddds_http_connections", "gauge", "Open connections.",
         metrics->connections},
        {"ddds_http_waiting_octets", "gauge",
         "Octets of requests and answers that wait for a client.",
         (long long)metrics->waiting},
        {"ddds_http_connections_refused_total", "counter",
         "Connections beyond a limit, or without a request.",
         (long long)metrics->refused},
        {"ddds_http_connections_slow_total", "counter",
         "Connections ended because the client was too slow.",
         (long long)metrics->slow},
        {"ddds_work_in_flight", "gauge", "Pieces of work on texts of clients.",
         metrics->work},
        {"ddds_dns_queries_total", "counter", "DNS queries sent.",
         (long long)metrics->queries},
        {"ddds_cache_hits_total", "counter",
         "Resolutions over DNS that needed no query.",
         (long long)metrics->cached},
        {"ddds_answers_waited_total", "counter",
         "Answers that waited because resolutions before took much time.",
         (long long)metrics->waited},
        {"ddds_reloads_total", "counter", "Zone files were read again.",
         (long long)metrics->reloads},
        {"ddds_reloads_failed_total", "counter",
         "Zone files could not be read again; the old ones stay.",
         (long long)metrics->failed_reloads},
        {"ddds_access_log_lost_total", "counter",
         "Lines of the access log that could not be written.",
         (long long)metrics->lost_lines},
    };
    print_requests(out, metrics);
    print_outcomes(out, metrics);
    print_histogram(out, metrics);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        print_one(out, rows[i].name, rows[i].type, rows[i].help, rows[i].value);
    }
    print_process(out, metrics);
}
