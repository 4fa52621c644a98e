# Manual pages of section 3 from the comments in the public headers.
#
#     awk -v out=DIRECTORY -v version=0.1.0 -f man3.awk EXAMPLE.c... include/ddds/*.h
#
# Each header becomes a page (<ddds/resolve.h> is ddds-resolve(3), the front
# page <ddds/ddds.h> is libddds(3)), and so does each function, variable and
# type, so that `man ddds_resolve` works. The contract of a function is sorted:
# sentences that begin with "Return" are its RETURN VALUE, those about failure
# its ERRORS.
#
# An example is a program. The second paragraph of its first comment names the
# functions whose pages show it, and libddds if the front page shows it; its last
# comment, "Prints:", is its output. Examples come before the headers.
#
# What it relies on: a header begins with a comment; a comment belongs to the
# declarations below it, up to a blank line; a comment with a blank line below
# it is prose; "---- Title ----" begins a section; |name| is a parameter;
# four more spaces are code; "- " begins an item of a list.
#
# SPDX-License-Identifier: MIT

FNR == 1 && NR > 1 { finish_file() }
FNR == 1 {
    module = "ddds" # of pkg-config
    if (FILENAME ~ /\/(check|fetch|validate)\/include\//) {
        module = FILENAME
        sub(/\/include\/.*/, "", module)
        sub(/.*\//, "ddds\\-", module)
    }
    header = FILENAME
    sub(/.*\//, "", header)
    count = 0
}
{ line[++count] = $0 }
END { finish_file(); write_pages() }

function page_of(name) {
    sub(/\.h$/, "", name)
    return name == "ddds" ? "libddds" : "ddds-" name
}

# ---- roff ------------------------------------------------------------------

function escape(text) {
    gsub(/\\/, "\\e", text)
    gsub(/-/, "\\-", text)
    if (text ~ /^[.']/) { text = "\\&" text }
    return text
}

# A line of prose: |name| is set in italics.
function prose(text,    made, inside) {
    text = escape(text)
    while (match(text, /\|[a-z_][a-z_0-9>.\\-]*\|/)) {
        inside = substr(text, RSTART + 1, RLENGTH - 2)
        made = made substr(text, 1, RSTART - 1) "\\fI" inside "\\fP"
        text = substr(text, RSTART + RLENGTH)
    }
    return made text
}

function end_code() { if (is_code) { roff = roff ".fi\n.RE\n"; is_code = 0 } }

# A comment's text (lines joined by newlines) as roff.
function format(text,    lines, n, i, s, is_new) {
    roff = ""
    is_code = is_list = is_new = 0
    n = split(text, lines, "\n")
    for (i = 1; i <= n; i++) {
        s = lines[i]
        if (s == "") {
            if (is_code && i < n && lines[i + 1] ~ /^    /) { roff = roff "\n"; continue }
            end_code()
            is_new = 1
        } else if (s ~ /^    / && (is_code || is_new || i == 1)) {
            if (!is_code) {
                if (is_list) { roff = roff ".PP\n" }
                roff = roff ".sp\n.RS 4\n.nf\n"
                is_code = 1
                is_list = 0
            }
            roff = roff escape(substr(s, 5)) "\n"
            is_new = 0
        } else {
            end_code()
            if (s ~ /^- /) {
                roff = roff ".IP \\(bu 2\n" prose(substr(s, 3)) "\n"
                is_list = 1
            } else if (s ~ /^[0-9]+\. /) {
                match(s, /^[0-9]+\. /)
                roff = roff ".IP " substr(s, 1, RLENGTH - 1) " 4\n" \
                    prose(substr(s, RLENGTH + 1)) "\n"
                is_list = 1
            } else {
                if (is_new && roff != "") { roff = roff ".PP\n"; is_list = 0 }
                sub(/^ +/, "", s)
                roff = roff prose(s) "\n"
            }
            is_new = 0
        }
    }
    end_code()
    return roff
}

# The first sentence of a comment, for NAME.
function summary(text,    at) {
    if ((at = index(text, "\n\n")) > 0) { text = substr(text, 1, at - 1) }
    gsub(/\n */, " ", text)
    if (match(text, /\.( |$)/)) { text = substr(text, 1, RSTART - 1) }
    sub(/[:.]$/, "", text)
    sub(/^libddds: /, "", text)
    gsub(/\|/, "", text)
    return escape(text)
}

function format_code(text,    lines, n, i, made) {
    n = split(text, lines, "\n")
    for (i = 1; i <= n; i++) { made = made escape(lines[i]) "\n" }
    return ".nf\n" made ".fi\n"
}

# ---- Reading a header ------------------------------------------------------

# The comment that begins in line |at|; |after| becomes the line after it.
function read_comment(at,    text, s, is_last) {
    text = ""
    for (is_last = 0; !is_last && at <= count; at++) {
        s = line[at]
        is_last = s ~ /\*\/$/
        sub(/ *\*\/$/, "", s)
        sub(/^(\/\*|  *\*) ?/, "", s)
        text = text (text == "" ? "" : "\n") s
    }
    after = at
    return text
}

function strip_comments(text) {
    gsub(/\/\*[^*]*(\*[^\/*][^*]*)*\*+\//, "", text)
    return text
}

function depth_of(text,    open) {
    text = strip_comments(text)
    open = gsub(/[{]/, "", text)
    return open - gsub(/[}]/, "", text)
}

function is_guard(s) {
    return s ~ /^#include/ || s ~ /^#(ifndef|define) DDDS_[A-Z_]*_H$/ || s ~ /^#endif/ || \
        s ~ /^struct ddds_[a-z_0-9]+;/
}

# The declarations that begin in line |at|, up to a blank line or a comment.
function read_code(at,    text, s, shift) {
    text = ""
    shift = 0
    for (; at <= count; at++) {
        s = line[at]
        if ((s == "" || s ~ /^\/\*/) && depth_of(text) == 0) { break }
        if (is_guard(s) && depth_of(text) == 0) { break }
        if (shift) { sub(/^         /, "", s) }
        if (s ~ /^DDDS_API /) { shift = s ~ /\(/; sub(/^DDDS_API /, "", s) }
        if (s ~ /;$/) { shift = 0 }
        sub(/ +\\$/, " \\", s)
        text = text (text == "" ? "" : "\n") s
    }
    after = at
    return text
}

# What |text| declares, as a list: " ddds_one ddds_two ".
function names_of(text,    list, s, one, name) {
    list = " "
    s = strip_comments(text)
    gsub(/(^|\n)#[^\n]*(\\\n[^\n]*)*/, "\n", s)
    # The body of a function ends its declaration; other braces just go.
    while (match(s, /(\)[ \n]*)?[{][^{}]*[}]/)) {
        s = substr(s, 1, RSTART - 1) (substr(s, RSTART, 1) == ")" ? ");" : "") \
            substr(s, RSTART + RLENGTH)
    }
    gsub(/\n/, " ", s)
    while (match(s, /[^;]*;/)) {
        one = substr(s, RSTART, RLENGTH)
        s = substr(s, RSTART + RLENGTH)
        name = name_of(one)
        if (name != "" && index(list, " " name " ") == 0) { list = list name " " }
    }
    return list
}

function name_of(one) {
    if (match(one, /ddds_[a-z0-9_]+ *\(/)) {
        one = substr(one, RSTART, RLENGTH)
        sub(/ *\($/, "", one)
        return one
    }
    if (match(one, /ddds_[a-z0-9_]+ *(\[[^]]*\])* *;$/)) {
        one = substr(one, RSTART, RLENGTH)
        sub(/[^a-z0-9_].*/, "", one)
        return one
    }
    return ""
}

# ---- Contracts -------------------------------------------------------------

# The part of a contract that |sentence| belongs to.
function part_of(sentence) {
    if (sentence ~ /^(Fails|It fails)/ || sentence ~ /[Oo]n failure/ || \
        sentence ~ /DDDS_(BAD_INPUT|BAD_OPTION|LIMIT|NO_MEMORY|SYSTEM)/) { return "errors" }
    return sentence ~ /^Returns? / ? "return" : "description"
}

function add_sentence(sentence) {
    if (sentence == "") { return }
    first = first == "" ? sentence : first
    last_part = part_of(sentence)
    part[last_part] = part[last_part] (part[last_part] == "" ? "" : "\n") sentence
}

# Add the sentences of a paragraph, which is one line.
function add_sentences(paragraph,    at) {
    while (match(paragraph, /[.] +[A-Z|]/)) {
        at = RSTART
        add_sentence(substr(paragraph, 1, at))
        paragraph = substr(paragraph, at + RLENGTH - 1)
    }
    add_sentence(paragraph)
}

# Sort the contract |text| into part["description"], ["return"] and ["errors"].
# Code and lists stay with the sentence before them.
function sort_contract(text,    lines, n, i, paragraph, is_block) {
    split("", part)
    first = last_part = paragraph = ""
    n = split(text, lines, "\n")
    for (i = 1; i <= n; i++) {
        if (lines[i] ~ /^(    |- |[0-9]+\. )/ || (is_block && lines[i] ~ /^ /)) {
            if (!is_block) { add_sentences(paragraph); paragraph = "" }
            part[last_part] = part[last_part] (is_block ? "\n" : "\n\n") lines[i]
            is_block = 1
        } else if (lines[i] == "") {
            add_sentences(paragraph)
            paragraph = ""
            if (last_part != "") { part[last_part] = part[last_part] "\n" }
            is_block = 0
        } else {
            paragraph = paragraph (paragraph == "" ? "" : " ") lines[i]
        }
    }
    add_sentences(paragraph)
}

# RETURN VALUE of the function |name|, which |code| declares.
function return_value(name, code,    type) {
    if (part["return"] != "") {
        gsub(/(^|\n)Return /, "&\001", part["return"])
        gsub(/Return \001/, "Returns ", part["return"])
        return part["return"]
    }
    type = substr(code, 1, index(code, name) - 1)
    if (type ~ /void[ \n]*$/) { return "This function returns nothing." }
    if (type ~ /ddds_status[ \n]*$/) {
        return "DDDS_OK, or the status of the failure; see ERRORS."
    }
    return first
}

function is_function(name, code) {
    return code !~ /^typedef/ && index(code, name "(") > 0
}

# Write the contract of |name|: of a function in sections of its own.
function write_contract(name, text, code, file) {
    if (!is_function(name, code)) {
        if (text != "") { printf ".SH DESCRIPTION\n%s", format(text) >file }
        return
    }
    sort_contract(text)
    printf ".SH DESCRIPTION\n%s", \
        format(part["description"] != "" ? part["description"] : first) >file
    printf ".SH RETURN VALUE\n%s", format(return_value(name, code)) >file
    if (part["errors"] != "") { printf ".SH ERRORS\n%s", format(part["errors"]) >file }
}

# ---- Examples --------------------------------------------------------------

# Read the example in |line|: its functions, its code and its output.
function finish_example(    names, n, i, at, code, output, title) {
    title = read_comment(1)
    n = split(title, names, /[ \n]+/)
    sub(/[:.]?\n.*/, "", title)
    for (at = after; at <= count && line[at] !~ /^\/\* Prints:/; at++) {
        code = code (code == "" ? "" : "\n") line[at]
    }
    if (at <= count) {
        output = read_comment(at)
        sub(/^Prints:\n\n/, "", output)
    }
    for (i = 1; i <= n; i++) {
        if (names[i] == "libddds") {
            front = front ".SS " escape(title) "\n" format_code(code)
        }
        if (names[i] !~ /^ddds_[a-z0-9_]+$/) { continue }
        example_code[names[i]] = example_code[names[i]] ".PP\n" format_code(code) \
            (output == "" ? "" : ".PP\nIt prints:\n.PP\n" format_code(output))
        example_names[names[i]] = example_names[names[i]] " " join(names, n)
    }
}

function join(names, n,    i, list) {
    for (i = 1; i <= n; i++) {
        if (names[i] ~ /^ddds_[a-z0-9_]+$/) { list = list " " names[i] }
    }
    return list
}

# The other functions of the examples of |name|, and what its declaration
# names, for SEE ALSO.
function neighbours(name,    names, n, i, seen, list) {
    n = split(example_names[name] " " page_source[name], names, /[^a-z0-9_]+/)
    seen[name] = 1
    for (i = 1; i <= n; i++) {
        if (!(names[i] in seen) && names[i] in page_header) {
            list = list ".BR " names[i] " (3),\n"
        }
        seen[names[i]] = 1
    }
    return list
}

# ---- Writing ---------------------------------------------------------------

function begin_page(name,    file) {
    file = out "/" name ".3"
    printf ".TH \"%s\" \"3\" \"%s\" \"libddds %s\" \"libddds Manual\"\n",
        name, date, version >file
    return file
}

function begin_paragraph() {
    if (body != "" && body !~ /\.SS [^\n]*\n$/) { body = body ".PP\n" }
}

# The declarations |code| with their comment |text| join the header's page,
# and each name that they declare gets a page of its own.
function add_entry(text, code,    names, n, i, name) {
    begin_paragraph()
    body = body format_code(code)
    if (text != "") { body = body ".RS 4\n" format(text) ".RE\n" }
    n = split(names_of(code), names, " ")
    for (i = 1; i <= n; i++) {
        name = names[i]
        if (!(name in page_header)) {
            order[++pages] = name
            page_header[name] = header
            page_summary[name] = summary(text)
        }
        page_code[name] = page_code[name] ".PP\n" format_code(code)
        page_source[name] = page_source[name] == "" || is_function(name, code) \
            ? code : page_source[name]
        if (text != "") {
            page_text[name] = page_text[name] (page_text[name] == "" ? "" : "\n\n") text
        }
    }
}

# The enumeration that a list makes belongs to the list above it.
function take_code(at,    more) {
    more = read_code(at)
    if (pending == "" && code ~ /^#define [A-Z_]*_LIST\(X\)/ && code !~ /\n\n/) {
        code = code "\n\n" more
    } else {
        end_entry()
        text = pending
        code = more
    }
    pending = ""
}

function end_entry() {
    if (code != "") { add_entry(text, code) }
    code = text = ""
}

function take_comment(at,    comment) {
    comment = read_comment(at)
    if (comment ~ /^---- .* -*$/) {
        end_entry()
        gsub(/^---- | -*$/, "", comment)
        body = body ".SS " escape(comment) "\n"
    } else if (line[after] == "") {
        end_entry()
        begin_paragraph()
        body = body format(comment)
    } else {
        pending = comment
    }
}

function see_also(header) { return ".BR " escape(page_of(header)) " (3)" }

function write_header_page(head, see,    file) {
    file = begin_page(page_of(header))
    printf ".SH NAME\n%s \\- %s\n", escape(page_of(header)), summary(head) >file
    printf ".SH SYNOPSIS\n.nf\n#include <ddds/%s>\n\n", header >file
    print "cc program.c $(pkg\\-config \\-\\-cflags \\-\\-libs " module ")\n.fi" >file
    printf ".SH DESCRIPTION\n%s", format(head) >file
    if (body != "") { printf ".SH INTERFACE\n%s", body >file }
    if (header == "ddds.h") { printf ".SH EXAMPLES\n%s", front >file }
    printf ".SH SEE ALSO\n%s%s\n", see, header == "ddds.h" ? \
        ".BR ddds (1)" : see_also("ddds.h") >file
    close(file)
}

function finish_file() {
    if (header ~ /\.c$/) { finish_example() } else { finish_header() }
}

function finish_header(    at, head, see, name) {
    head = read_comment(1)
    sub(/\n*SPDX-License-Identifier:.*$/, "", head)
    body = see = pending = text = code = ""
    for (at = after; at <= count; at = after) {
        after = at + 1
        if (line[at] ~ /^#include <ddds\//) {
            name = line[at]
            gsub(/^#include <ddds\/|>.*$/, "", name)
            if (name != "export.h") { see = see see_also(name) ",\n" }
        } else if (line[at] ~ /^#ifdef __cplusplus/) {
            while (line[after++] !~ /^#endif/) { }
        } else if (line[at] ~ /^\/\*/) {
            take_comment(at)
        } else if (line[at] != "" && !is_guard(line[at])) {
            take_code(at)
        }
    }
    end_entry()
    write_header_page(head, see)
}

function write_pages(    i, name, file) {
    for (i = 1; i <= pages; i++) {
        name = order[i]
        file = begin_page(name)
        printf ".SH NAME\n%s \\- %s\n", name, page_summary[name] != "" ? \
            page_summary[name] : "declared in <ddds/" page_header[name] ">" >file
        printf ".SH SYNOPSIS\n.nf\n#include <ddds/%s>\n.fi\n%s", page_header[name], page_code[name] >file
        write_contract(name, page_text[name], page_source[name], file)
        if (example_code[name] != "") { printf ".SH EXAMPLE%s", substr(example_code[name], 4) >file }
        printf ".SH SEE ALSO\n%s%s,\n%s\n", neighbours(name), see_also(page_header[name]), \
            see_also("ddds.h") >file
        close(file)
    }
}
