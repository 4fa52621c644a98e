/* The page: answers as HTML.
 *
 * SPDX-License-Identifier: MIT */
#include <jansson.h>

#include <ddds/application.h>

#include "serve/page/page.h"
#include "base/assertions.h"

#define MARKUP "<script>&\"'\x7f"
#define ESCAPED "&lt;script&gt;&amp;&quot;&#39;&lt;U+007F&gt;"

#define FINDING(place)                                                         \
    "{'code':'$','severity':'$','title':'$','detail':'$','why':'$','effect':"  \
    "'$','owner':'$'," place "'fix':{" place "'record':'$'}}"
#define FINDINGS(place)                                                        \
    "{'schema':'ddds.lint/1','records':1,'keys':1,'summary':{'error':1,"       \
    "'omitted':7},'findings':[" FINDING(place) "]}"
#define READING "{'matched':true,'output':'$','error':null}"
#define OUTPUT                                                                 \
    "{'schema':'ddds.rewrite/1','delimiter':'$','expression':'$',"             \
    "'replacement':'$','flags':'$','groups':1,'pattern':'$','findings':[{"     \
    "'code':'$','severity':'$','detail':'$'}],'strings':[{'string':'$',"       \
    "'matched':false,'output':null,'error':'$','groups':[null,{'text':'$'}],"  \
    "'sed':" READING ",'perl':" READING "}]}"
#define CODE "<code dir=\"ltr\">"
#define PROOF                                                                  \
    "{'schema':'ddds.prove/1','set':'$','app':'urn','inputs':null,"            \
    "'properties':[{'property':'$','verdict':'refuted','witness':'$',"         \
    "'because':'$','inputs':1}],'classes':[{'inputs':'$','witness':'a',"       \
    "'count':'$','status':'resolved','kind':'$','output':'$','path':[{"        \
    "'key':'$','line':7}]},{'inputs':null,'witness':'$','count':1,"            \
    "'status':'$','reason':null,'because':'$','path':[]}]}"
#define FIELDS                                                                 \
    "{'uuids':[{'uuid':'$','error':'$'},{'uuid':'$','variant':'$','type':'$'," \
    "'time':'$','version':1,'seq':2,'node':'$','urn':'$','int':'$','oid':'$'," \
    "'note':'$','error':null}]}"
#define GRAPH                                                                  \
    "{'schema':'ddds.graph/1','nodes':[{'id':0,'name':'$'}],'edges':[{"        \
    "'from':0,'to':4,'order':1,'preference':2,'flags':'$','services':'$',"     \
    "'regexp':'$','verdict':'$','problem':'$'}]}"
#define PLACE(line, column, end_line, end_column)                              \
    "'line':" #line ",'column':" #column ",'end_line':" #end_line              \
    ",'end_column':" #end_column ","
#define REQUEST                                                                \
    "{'input':'$','zone':'a\\r\\n$ b','origin':'$','app':'$','regexp':'$',"    \
    "'string':'$','uuid':'$','trace':'$','service':'$','title':'$'}"

/* The text of a table with ' as " and $ as markup, as JSON. */
static json_t *read_json(const char *text)
{
    char *copy = NULL;
    size_t length = 0;
    json_error_t error;
    FILE *out = open_memstream(&copy, &length);
    assert_non_null(out);
    for (; *text != '\0'; text++) {
        if (*text == '$') {
            fputs("<script>&\\\"'\\u007f", out);
        } else {
            putc(*text == '\'' ? '"' : *text, out);
        }
    }
    fclose(out);
    json_t *value = json_loads(copy, 0, &error);
    if (value == NULL) {
        fail_msg("%s in %s", error.text, copy);
    }
    free(copy);
    return value;
}

static char *write_page(const char *route, unsigned status, const char *request,
                        const char *document)
{
    char *text = NULL;
    size_t length = 0;
    json_t *given = read_json(request);
    json_t *value = read_json(document);
    const struct page_answer answer = {route, status, given,
                                       value, NULL,   false};
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    page_write(out, &answer);
    fclose(out);
    json_decref(given);
    json_decref(value);
    assert_int_equal(strlen(text), length);
    return text;
}

/* Markup in each string of a document is text in the page. */
TEST(test_markup)
{
    static const struct {
        const char *route;
        unsigned status;
        const char *document;
        size_t escaped; /* strings of the document that are shown */
    } cases[] = {
        {"urn", 404, "{'title':'$','detail':'$'}", 2},
        {"none", 400, "{'title':'$','detail':'$','result':{'offset':1}}", 2},
        {"lint", 200, FINDINGS(PLACE(2, 1, 2, 4)), 5},
        {"lint", 200, FINDINGS(""), 5},
        {"rewrite", 200, OUTPUT, 13},
        {"prove", 200, PROOF, 13},
        {"uuid", 200, FIELDS, 14},
        {"graph", 200, GRAPH, 6},
        {"lint", 200, "{}", 0},
        {"rewrite", 200, "{}", 0},
        {"prove", 200, "{}", 0},
        {"uuid", 200, "{'uuids':[{}]}", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *text = write_page(cases[i].route, cases[i].status, "{}",
                                cases[i].document);
        assert_null(strstr(text, "<script>"));
        assert_null(strstr(text, "\x7f"));
        assert_null(strstr(text, "{{"));
        assert_non_null(strstr(text, "</html>"));
        if (count_of(text, ESCAPED) != cases[i].escaped) {
            fail_msg("case %zu: %zu strings are shown", i,
                     count_of(text, ESCAPED));
        }
        free(text);
    }
}

/* So is markup in each parameter, and forms send back what they got. */
TEST(test_request)
{
    char *text = write_page("lint", 200, REQUEST, FINDINGS(PLACE(2, 1, 2, 4)));
    assert_null(strstr(text, "<script>"));
    assert_null(strstr(text, "{{"));
    assert_non_null(strstr(text, "<title>" ESCAPED " – ddds</title>"));
    assert_non_null(
        strstr(text, "value=\"&lt;script&gt;&amp;&quot;&#39;\x7f\""));
    assert_non_null(strstr(text, "a\n&lt;script&gt;&amp;&quot;&#39;\x7f b"));
    free(text);
}

/* What was chosen is chosen again, in the form of the answer only. */
TEST(test_choice)
{
    static const struct {
        const char *route;
        const char *until; /* this form has the values */
        size_t selected, values;
    } cases[] = {
        {"trace", "lint-form", 1, 1},
        {"lint", "prove-form", 1, 1},
        {"prove", "rewrite-form", 1, 2},
        {"rewrite", "uuid-form", 0, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *text = write_page(
            cases[i].route, 200,
            "{'app':'enum','master':'1','service':'?!','zone':'?!'}", "{}");
        assert_int_equal(count_of(text, " selected"), cases[i].selected);
        assert_int_equal(count_of(text, "?!") + count_of(text, "\"1\" checked"),
                         cases[i].values);
        const char *rest = strstr(text, cases[i].until);
        assert_int_equal(count_of(rest, "?!") + count_of(rest, " selected"), 0);
        free(text);
    }
}

/* Blanks of an expression are seen as they are. */
TEST(test_blanks)
{
    char *text = write_page("rewrite", 200, "{}",
                            "{'expression':'a  b\\tc\\n','strings':[]}");
    assert_non_null(strstr(text, CODE "a  b&lt;U+0009&gt;c&lt;U+000A&gt;<"));
    free(text);
}

/* Only what is known to differ is said to differ. */
TEST(test_readings)
{
    static const struct {
        const char *own, *sed;
        size_t differs, same;
    } cases[] = {
        {"'matched':true,'output':'a'", "'matched':true,'output':'a'", 0, 1},
        {"'matched':true,'output':'a'", "'matched':true,'output':'b'", 1, 0},
        {"'matched':true,'output':'a'", "'matched':false", 1, 0},
        {"'error':'too long'", "'error':'too long'", 0, 1},
        {"'matched':true,'output':'a'", "'error':'too long'", 0, 0},
        {"'error':'too long'", "'matched':true,'output':'a'", 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char document[160];
        snprintf(document, sizeof document,
                 "{'strings':[{%s,'sed':{%s},'perl':{'error':'?'}}]}",
                 cases[i].own, cases[i].sed);
        char *text = write_page("rewrite", 200, "{}", document);
        assert_int_equal(count_of(text, "> differs<"), cases[i].differs);
        assert_int_equal(count_of(text, ">the same<"), cases[i].same);
        free(text);
    }
}

/* Places that the zone does not have, and places within characters. */
TEST(test_places)
{
    static const char *const documents[] = {
        FINDINGS(PLACE(1, 1, 1, 1)),
        FINDINGS(PLACE(0, 0, 0, 0)),
        FINDINGS(PLACE(4294967295, 4294967295, 4294967295, 4294967295)),
        FINDINGS(PLACE(2, 9, 1, 1)),
        FINDINGS(PLACE(1, 300, 9, 9)),
        FINDINGS(PLACE(3, 2, 3, 3)),
        FINDINGS(PLACE(-5, -5, -5, -5)),
    };
    static const char *const zones[] = {
        "{'zone':''}",
        "{'zone':'\\n\\n'}",
        "{'zone':'one\\r\\ntwo\\n\\u20ac\\u20ac\\u20ac'}",
        "{'zone':null,'zone_hex':'ff'}",
        "{}",
    };
    for (size_t i = 0; i < sizeof documents / sizeof documents[0]; i++) {
        for (size_t k = 0; k < sizeof zones / sizeof zones[0]; k++) {
            char *text = write_page("lint", 200, zones[k], documents[i]);
            assert_non_null(strstr(text, "class=\"finding "));
            assert_null(strstr(text, "<script>"));
            free(text);
        }
    }
}

/* A button sends the zone with the correction in its place. */
TEST(test_correction)
{
    char *text = write_page(
        "lint", 200, "{'zone':'one two\\nthree\\tfour five\\n'}",
        "{'findings':[{'severity':'error','line':2,'column':7,'end_line':2,"
        "'end_column':11,'fix':{'line':2,'column':7,'end_line':2,"
        "'end_column':11,'record':'4'}}]}");
    assert_non_null(
        strstr(text, "three\t<mark class=\"error\">four</mark> five</pre>"));
    assert_non_null(
        strstr(text, "name=\"zone\" value=\"one two\nthree\t4 five\n\""));
    free(text);
}

/* Text that a correction does not change stands outside of the marks. */
TEST(test_changes)
{
    static const struct {
        const char *zone;
        const char *record;
        const char *deleted;
        const char *inserted;
    } cases[] = {
        {"a b c", "a b c", ">a b c</code>", ">a b c</code>"},
        {"a b c d", "x b c y", "<del>a</del> b c <del>d</del>",
         "<ins>x</ins> b c <ins>y</ins>"},
        {"a  b1 c", "A b c", "<del>a</del>  b<del>1</del> c",
         "<ins>A</ins> b c"},
        {"n 1 u x", "n  1 u x .", ">n 1 u x</code>", "x <ins>.</ins></code>"},
        {"n A u x", "n 9 IN A U x", ">n A <del>u</del> x</code>",
         ">n <ins>9</ins> <ins>IN</ins> A <ins>U</ins> x</code>"},
        {"a b c", "c", "<del>a</del> <del>b</del> c", ">c</code>"},
        {"\u00e4 b \u00fc", "\u00f6 b \u00fb", "<del>\xc3\xa4</del> b ",
         "<ins>\xc3\xb6</ins> b "},
        {"", "a", "></code>", "<ins>a</ins>"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char request[64];
        char document[160];
        snprintf(request, sizeof request, "{'zone':'%s'}", cases[i].zone);
        snprintf(document, sizeof document,
                 "{'findings':[{'fix':{'line':1,'column':1,'end_line':1,"
                 "'end_column':99,'record':'%s'}}]}",
                 cases[i].record);
        char *text = write_page("lint", 200, request, document);
        if (strstr(text, cases[i].deleted) == NULL ||
            strstr(text, cases[i].inserted) == NULL) {
            fail_msg("case %zu: %s", i, strstr(text, "class=\"change"));
        }
        free(text);
    }
}

/* The correction of a line is shown once, whichever findings it removes. */
TEST(test_shared_correction)
{
#define WITH(record) "{'line':2,'column':1,'fix':{'record':'" record "'}}"
    char *text =
        write_page("lint", 200, "{'zone':'one\\ntwo\\n'}",
                   "{'findings':[" WITH("2") "," WITH("3") "," WITH("2") "]}");
    assert_int_equal(count_of(text, "class=\"fix\""), 2);
    assert_int_equal(count_of(text, "A correction above removes this"), 1);
    free(text);
}

/* Where the members of a class are not known, the key says which they are. */
TEST(test_uncounted)
{
    char *text = write_page(
        "prove", 200, "{}",
        "{'inputs':1000000000,'properties':[],'classes':[{'inputs':null,"
        "'witness':'urn:a:b','count':null,'status':'not_found','path':[]},"
        "{'inputs':null,'key':'abc.example','witness':null,'count':null,"
        "'status':'resolved','path':[]},{'inputs':null,'witness':null,"
        "'count':null,'status':'unknown','path':[]}]}");
    assert_non_null(strstr(text, "3 classes of 1000000000 inputs"));
    assert_non_null(strstr(text, "such as " CODE "urn:a:b</code></td><td>many"
                                 "</td>"));
    assert_non_null(strstr(text, "those with the first key " CODE
                                 "abc.example</code></td><td>unknown</td>"));
    assert_non_null(strstr(text, "<tr><td></td><td>many</td>"));
    free(text);
    text = write_page(
        "prove", 200, "{}",
        "{'inputs':1,'properties':[{'witness':'urn:a:b'}],'classes':[{"
        "'witness':'urn:a:b','status':'bad_input','reason':'BAD_INPUT'}]}");
    assert_non_null(strstr(text, "1 class of 1 input<"));
    assert_int_equal(count_of(text, "BAD_INPUT"), 2); /* of the witness, too */
    free(text);
}

/* A piece of HTML is put in its place without changes, and stands alone as a
 * piece. */
TEST(test_piece)
{
    static struct page_answer answer = {"trace", 200,           NULL,
                                        NULL,    "<p>made</p>", false};
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    page_write(out, &answer);
    fclose(out);
    assert_int_equal(count_of(text, "tabindex=\"-1\"><p>made</p></div>"), 1);
    free(text);
    out = open_memstream(&text, &length);
    assert_non_null(out);
    answer.is_piece = true;
    page_write(out, &answer);
    fclose(out);
    assert_string_equal(text, "<p>made</p>");
    free(text);
}

/* The page at "/" has no places left, offers every application in each form that
 * takes one, and cuts nothing that is pasted. */
TEST(test_front)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    page_write_front(out);
    fclose(out);
    assert_null(strstr(text, "{{"));
    assert_non_null(strstr(text, "<title>ddds</title>"));
    assert_null(strstr(text, " selected"));
    assert_null(strstr(text, "maxlength"));
    assert_non_null(strstr(text, ">By the set</option>"));
    assert_null(strstr(text, "class=\"verdict\""));
    for (const struct ddds_application *const *each = ddds_applications();
         *each != NULL; each++) {
        char option[64];
        snprintf(option, sizeof option, "<option value=\"%s\">", (*each)->name);
        assert_int_equal(count_of(text, option), 3);
    }
    free(text);
}

/* The files are there. */
TEST(test_files)
{
    assert_non_null(page_find("/page/page.css"));
    assert_non_null(page_find("/page/page.js"));
    assert_null(page_find("/page/page.html"));
    assert_null(page_find(""));
}
