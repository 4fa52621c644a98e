/* Answers about the server itself.
 *
 * SPDX-License-Identifier: MIT */
#include "serve/http/http_request.h"

#include <stdio.h>
#include <string.h>

#include "serve/page/page.h"
#include "serve/page/site.h"
#include "text/text_stream.h"

/* Answer with static |text| of |length| octets. */
static void answer_constant(struct answer *answer, const char *type,
                            const char *text, size_t length)
{
    answer->constant = text;
    answer->type = type;
    answer->length = length;
    answer->is_fixed = true;
}

static void answer_metrics(struct request *request)
{
    struct server *server = request->server;
    char *text = NULL;
    size_t length;
    FILE *out = text_stream_open(&text, &length);
    server->metrics.connections = (long long)server->client_count;
    server->metrics.work = server->workshop.count;
    server->metrics.waiting = server->quotas.octets;
    metrics_print(out, &server->metrics);
    fclose(out);
    answer_text(&request->answer, MEDIA_METRICS, text, length);
    request->answer.is_fixed = true;
}

static void answer_health(struct request *request)
{
    static const char fine[] = "ok\n";
    static const char ending[] = "stopping\n";
    bool is_ending =
        request->ask.route == ROUTE_READY && request->server->is_stopping;
    const char *text = is_ending ? ending : fine;
    answer_constant(&request->answer, NULL, text, strlen(text));
    request->answer.status = is_ending ? 503 : 200;
}

static void answer_front(struct answer *answer)
{
    char *text = NULL;
    size_t length;
    FILE *out = text_stream_open(&text, &length);
    page_write_front(out);
    fclose(out);
    answer_text(answer, MEDIA_HTML, text, length);
    answer->is_fixed = true;
}

/* Answer with a file of the site, |name| is its path below /help/. Returns false
 * if the site is not installed or has no such file. */
static bool answer_site(struct request *request, const char *name)
{
    struct answer *answer = &request->answer;
    const char *type;
    answer->body =
        site_read(request->server->site, name, &type, &answer->length);
    if (answer->body == NULL) {
        return false;
    }
    answer->type = type;
    answer->is_fixed = true;
    return true;
}

/* Answer with the form or a file. */
static void answer_page(struct request *request)
{
    static const char help[] = "/help/";
    struct answer *answer = &request->answer;
    const char *path = request->ask.path;
    const struct page_asset *asset = page_find(path);
    if (strcmp(path, "/help") == 0) {
        answer->status = 308;
        answer->location = strdup(help);
        return;
    }
    if (strncmp(path, help, sizeof help - 1) == 0) {
        if (!answer_site(request, path + sizeof help - 1)) {
            reply_problem(request, 404, "NO_PAGE",
                          "the help has no such page, or is not installed");
            return;
        }
    } else if (asset != NULL) {
        answer_constant(answer, asset->type, asset->octets, asset->length);
    } else if (strcmp(path, "/") == 0) {
        answer_front(answer);
    } else {
        reply_problem(request, 404, "NO_PAGE", "unknown path");
        return;
    }
    answer->is_cacheable = true;
    answer->tag =
        answer_tag(answer->constant != NULL ? answer->constant : answer->body,
                   answer->length);
}

bool pages_answer(struct request *request)
{
    switch (request->ask.route) {
    case ROUTE_NONE:
        reply_problem(request, 400, "BAD_REQUEST", "the target is not a path");
        break;
    case ROUTE_PAGE:
    case ROUTE_OPENAPI:
        answer_page(request);
        break;
    case ROUTE_METRICS:
        answer_metrics(request);
        break;
    case ROUTE_HEALTH:
    case ROUTE_READY:
        answer_health(request);
        break;
    default:
        return false;
    }
    return true;
}
