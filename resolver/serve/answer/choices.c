/* SPDX-License-Identifier: MIT */
#include "serve/answer/choices.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "print/html.h"
#include "serve/answer/location.h"
#include "text/text_stream.h"

/* ---- Collecting --------------------------------------------------------- */

/* Compare with this many previous URIs; a hostile result can have many. */
enum { LOOK_BACK = 256 };

static bool has_uri(const struct choices *list, const char *uri)
{
    size_t i = list->count > LOOK_BACK ? list->count - LOOK_BACK : 0;
    while (i < list->count && strcmp(list->items[i], uri) != 0) {
        i++;
    }
    return i < list->count;
}

/* Add |uri| unless it is NULL or a duplicate; take ownership of it. */
static void add(struct choices *list, char *uri)
{
    if (uri == NULL || has_uri(list, uri)) {
        free(uri);
        return;
    }
    if ((list->count & (list->count - 1)) == 0) {
        size_t room = list->count > 0 ? list->count * 2 : 1;
        list->items = realloc(list->items, room * sizeof *list->items);
    }
    list->items[list->count++] = uri;
}

/* Return true if |uri| can be printed as a line: no blanks and controls. */
static bool is_line(const char *uri)
{
    while (*uri > ' ' && *uri <= '~') {
        uri++;
    }
    return *uri == '\0';
}

void choices_add_uris(struct choices *list, const struct ddds_result *result)
{
    const struct ddds_outcome *outcome;
    for (size_t i = 0; (outcome = ddds_result_outcome(result, i)) != NULL;
         i++) {
        if (outcome->uri != NULL && is_line(outcome->uri)) {
            add(list, strdup(outcome->uri));
        }
    }
}

void choices_add_locations(struct choices *list,
                           const struct ddds_result *result,
                           const char *service)
{
    const struct ddds_outcome *outcome;
    for (size_t i = 0; (outcome = ddds_result_outcome(result, i)) != NULL;
         i++) {
        add(list, location_make(result, outcome, service));
    }
}

void choices_cut(struct choices *list, size_t count)
{
    while (list->count > count) {
        free(list->items[--list->count]);
    }
}

void choices_free(struct choices *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->items[i]);
    }
    free(list->items);
}

/* ---- Writing ------------------------------------------------------------ */

static void write_lines(FILE *out, const struct choices *list)
{
    for (size_t i = 0; i < list->count; i++) {
        fprintf(out, "%s\r\n", list->items[i]);
    }
}

/* The format of RFC 2169 section 3.2. Only harmless schemes become links. */
static void write_links(FILE *out, const struct choices *list)
{
    fputs("<UL>\n", out);
    for (size_t i = 0; i < list->count; i++) {
        const char *uri = list->items[i];
        bool is_link = location_is_safe(uri);
        fputs("<LI>", out);
        if (is_link) {
            fputs("<A HREF=\"", out);
            html_text(out, uri);
            fputs("\">", out);
        }
        html_text(out, uri);
        fputs(is_link ? "</A></LI>\n" : "</LI>\n", out);
    }
    fputs("</UL>\n", out);
}

void choices_answer(const struct choices *list, const struct ask *ask,
                    const struct ddds_result *result, struct answer *answer)
{
    char *text = NULL;
    size_t length;
    FILE *out = text_stream_open(&text, &length);
    if (answer_is_html(ask)) {
        write_links(out, list);
        fclose(out);
        answer_shown(ask, answer, answer->status, result, false, text);
        free(text);
        return;
    }
    if (ask->media == MEDIA_URI_LIST && is_line(result->input)) {
        fputs("# ", out);
        location_print_input(out, result, true);
        fputs("\r\n", out);
    }
    write_lines(out, list);
    fclose(out);
    answer_text(answer, ask->media, text, length);
}
