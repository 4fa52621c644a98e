/* Answers about the server itself.
 *
 * SPDX-License-Identifier: MIT */
#include "serve/http/http_pages.h"

#include <stdio.h>
#include <string.h>

#include "serve/http/http_request.h"
#include "serve/http/openapi.h"
#include "serve/page/page.h"
#include "text/text_stream.h"

static void answer_metrics(struct request *request)
{
    struct server *server = request->server;
    char *text = NULL;
    size_t length;
    FILE *out = text_stream_open(&text, &length);
    server->metrics.connections = (long long)server->client_count;
    server->metrics.work = server->workshop.count;
    server->metrics.waiting = server->shares.octets;
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
    answer_constant(&request->answer, media_type(MEDIA_TEXT), text,
                    strlen(text));
    request->answer.status = is_ending ? 503 : 200;
}

static void answer_front(struct request *request)
{
    struct answer *answer = &request->answer;
    char *text = NULL;
    size_t length;
    FILE *out = text_stream_open(&text, &length);
    page_write_front(out);
    fclose(out);
    answer_text(answer, MEDIA_HTML, text, length);
    answer->tag = answer_tag(text, length);
    answer->is_fixed = true;
    answer->is_cacheable = true;
}

static void answer_page(struct request *request)
{
    if (strcmp(request->target.path, "/") == 0) {
        answer_front(request);
        return;
    }
    const struct page_asset *asset = page_find(request->target.path);
    if (asset == NULL) {
        reply_problem(request, 404, "NO_PAGE", "there is no such path here");
        return;
    }
    answer_constant(&request->answer, asset->type, asset->octets,
                    asset->length);
    request->answer.is_cacheable = true;
}

bool pages_answer(struct request *request)
{
    switch (request->ask.route) {
    case ROUTE_PAGE:
        answer_page(request);
        return true;
    case ROUTE_METRICS:
        answer_metrics(request);
        return true;
    case ROUTE_HEALTH:
    case ROUTE_READY:
        answer_health(request);
        return true;
    case ROUTE_OPENAPI:
        answer_constant(&request->answer, media_type(MEDIA_JSON), openapi,
                        openapi_length);
        request->answer.is_cacheable = true;
        return true;
    default:
        return false;
    }
}
