/* Syntax trees of extended regular expressions, and their properties.
 *
 * SPDX-License-Identifier: MIT */
#include "check/sets/ere_tree.h"

#include <assert.h>
#include <string.h>

#include "rule/ere_scan.h"

/* ---- Sets of octets ------------------------------------------------- */

static void set_add(uint64_t *set, unsigned octet)
{
    set[octet / 64] |= UINT64_C(1) << octet % 64;
}

static void set_add_range(uint64_t *set, unsigned first, unsigned last)
{
    for (; first <= last; first++) {
        set_add(set, first);
    }
}

static void set_invert(uint64_t *set)
{
    for (size_t i = 0; i < 256 / 64; i++) {
        set[i] = ~set[i];
    }
}

static void set_add_cases(uint64_t *set)
{
    const uint64_t upper =
        UINT64_C(0x07fffffe); /* of the bits of 'A' and 'a' in their word */
    uint64_t either = (set[1] | set[1] >> ('a' - 'A')) & upper;
    set[1] |= either | either << ('a' - 'A');
}

/* Return true if |set| has every octet except NUL, which strings cannot
 * contain. */
static bool set_is_all(const uint64_t *set)
{
    return ((set[0] | 1) & set[1] & set[2] & set[3]) == UINT64_MAX;
}

/* ---- Construction --------------------------------------------------- */

/* Code points of a bracket that are not ASCII. */
struct point_range {
    uint32_t first;
    uint32_t last;
};

struct making {
    struct ere_tree *tree;
    struct ere_scan scan;
    size_t at;       /* start of the next node */
    uint16_t branch; /* current branch */
    uint16_t last;   /* its last child */
    uint16_t groups;
    struct point_range points[LIMIT_STRING];
    size_t point_count;
};

/* Add a node below |parent|, after |previous|. */
static uint16_t add_node(struct making *making, enum ere_node_kind kind,
                         uint16_t parent, uint16_t previous)
{
    struct ere_tree *tree = making->tree;
    uint16_t index = tree->count++;
    struct ere_node *node = &tree->nodes[index];
    memset(node, 0, sizeof *node);
    node->kind = kind;
    node->begin = node->end = (uint16_t)making->at;
    node->parent = parent;
    node->first = node->next = ERE_NONE;
    if (previous != ERE_NONE) {
        tree->nodes[previous].next = index;
    } else if (parent != ERE_NONE) {
        tree->nodes[parent].first = index;
    }
    return index;
}

static struct ere_node *add_piece(struct making *making,
                                  enum ere_node_kind kind)
{
    making->last = add_node(making, kind, making->branch, making->last);
    return &making->tree->nodes[making->last];
}

/* Add a branch to the alternatives |parent|, after |previous|. */
static void add_branch(struct making *making, uint16_t parent,
                       uint16_t previous)
{
    making->branch = add_node(making, ERE_BRANCH, parent, previous);
    making->last = ERE_NONE;
}

/* |width|: of the parenthesis; 0: the octets of characters are grouped. */
static void open_group(struct making *making, size_t width)
{
    struct ere_node *group = add_piece(making, ERE_GROUP);
    group->group = width > 0 ? ++making->groups : 0;
    making->at += width;
    uint16_t alternatives =
        add_node(making, ERE_ALTERNATIVES, making->last, ERE_NONE);
    add_branch(making, alternatives, ERE_NONE);
}

/* End the current branch at the current octet; return the index of its
 * alternatives. */
static uint16_t end_branch(struct making *making)
{
    struct ere_tree *tree = making->tree;
    struct ere_node *branch = &tree->nodes[making->branch];
    branch->end = (uint16_t)making->at;
    return branch->parent;
}

static void close_group(struct making *making, size_t width)
{
    struct ere_tree *tree = making->tree;
    uint16_t alternatives = end_branch(making);
    tree->nodes[alternatives].end = (uint16_t)making->at;
    uint16_t group = tree->nodes[alternatives].parent;
    making->at += width;
    tree->nodes[group].end = (uint16_t)making->at;
    making->branch = tree->nodes[group].parent;
    making->last = group;
}

static void next_branch(struct making *making, size_t width)
{
    uint16_t branch = making->branch;
    uint16_t alternatives = end_branch(making);
    making->at += width;
    add_branch(making, alternatives, branch);
}

/* Insert a repetition between the last piece and its branch. */
static void repeat_last(struct making *making, unsigned least, unsigned most)
{
    struct ere_tree *tree = making->tree;
    uint16_t piece = making->last;
    uint16_t index = tree->count++;
    struct ere_node *node = &tree->nodes[index];
    struct ere_node *repeated = &tree->nodes[piece];
    memset(node, 0, sizeof *node);
    *node = (struct ere_node){
        .kind = ERE_REPETITION,
        .begin = repeated->begin,
        .end = (uint16_t)making->at,
        .parent = making->branch,
        .first = piece,
        .next = ERE_NONE,
        .least = (uint16_t)least,
        .most = (uint16_t)most,
    };
    repeated->parent = index;
    uint16_t *link = &tree->nodes[making->branch].first;
    while (*link != piece) {
        link = &tree->nodes[*link].next;
    }
    *link = index;
    making->last = index;
}

/* ---- Brackets ---------------------------------------------------------- */

/* Read the name of a class, and add it. */
static void add_class(struct making *making, uint64_t *set)
{
    struct ere_token token;
    size_t begin = making->scan.at;
    while (ddds_ere_scan_next(&making->scan, &token) &&
           token.kind == ERE_TOKEN_NAME) {
    }
    const struct ere_class *class = ddds_ere_class_find(
        making->tree->ere + begin, making->scan.at - 2 - begin);
    assert(class != NULL);
    for (const char *at = class->ranges; *at != '\0'; at += 2) {
        set_add_range(set, (unsigned char)at[0], (unsigned char)at[1]);
    }
}

/* The code point of the character that begins, or |ends|, at |at|. */
static uint32_t point_at(const struct making *making, size_t at, bool ends)
{
    const char *ere = making->tree->ere;
    while (ends && at > 0 && ((unsigned char)ere[at] & 0xc0) == 0x80) {
        at--;
    }
    size_t length = utf8_length(ere + at, making->tree->length - at);
    return utf8_decode(ere + at, length > 0 ? length : 1);
}

/* Add the code points from |first| to |last|: those of ASCII to |set|, others
 * to the list. */
static void add_points(struct making *making, uint64_t *set, uint32_t first,
                       uint32_t last)
{
    if (first < 0x80) {
        set_add_range(set, first, last < 0x80 ? last : 0x7f);
        first = 0x80;
    }
    if (first <= last) {
        making->points[making->point_count++] =
            (struct point_range){first, last};
    }
}

/* Read the members up to the end of the bracket. Ranges are added at their
 * hyphen, and their ends as members. */
static void add_members(struct making *making, uint64_t *set)
{
    struct ere_token token;
    while (ddds_ere_scan_next(&making->scan, &token) &&
           token.kind != ERE_TOKEN_BRACKET_END) {
        if (token.kind == ERE_TOKEN_CLASS) {
            add_class(making, set);
        } else {
            bool is_range = token.kind == ERE_TOKEN_RANGE;
            add_points(making, set,
                       point_at(making, token.at - is_range, is_range),
                       point_at(making, token.at + is_range, false));
        }
    }
}

/* ---- Octets of characters ------------------------------------------------ */

/* The octet |index| of the code point |point|, which has |length|. */
static unsigned encode(uint32_t point, size_t length, size_t index)
{
    static const unsigned char leads[] = {0, 0, 0xc0, 0xe0, 0xf0};
    uint32_t rest = point >> 6 * (length - 1 - index);
    return index == 0 ? leads[length] | rest : 0x80 | (rest & 0x3f);
}

/* The last code point, at most |last|, so that all from |first| on have each
 * octet in one range. */
static uint32_t find_end(uint32_t first, uint32_t last, size_t length)
{
    static const uint32_t most[] = {0, 0, 0x7ff, 0xffff, 0x10ffff};
    unsigned bits = 0;
    last = last > most[length] ? most[length] : last;
    last = first < 0xd800 && last > 0xd7ff ? 0xd7ff : last;
    while (bits < 6 * (length - 1) && (first & ((64U << bits) - 1)) == 0 &&
           first + (64U << bits) - 1 <= last) {
        bits += 6;
    }
    uint32_t end = first | ((64U << bits) - 1);
    end = bits == 6 * (length - 1) || end > last ? last : end;
    return ((end + 1) >> bits << bits) - 1;
}

/* Add a branch for each of the listed ranges, and its parts. */
static void add_ranges(struct making *making)
{
    for (size_t i = 0; i < making->point_count; i++) {
        uint32_t first = making->points[i].first;
        uint32_t end;
        for (; first <= making->points[i].last; first = end + 1) {
            first = first >= 0xd800 && first < 0xe000 ? 0xe000 : first;
            size_t length = first < 0x800 ? 2 : first < 0x10000 ? 3 : 4;
            end = find_end(first, making->points[i].last, length);
            making->tree->is_cut |=
                making->tree->count + length +
                    6 * (making->tree->length + 2 - making->scan.at) >
                ERE_NODES;
            if (making->tree->is_cut) {
                return;
            }
            next_branch(making, 0);
            for (size_t k = 0; k < length; k++) {
                set_add_range(add_piece(making, ERE_CHARACTER)->set,
                              encode(first, length, k), encode(end, length, k));
            }
        }
    }
}

/* ---- Entry ------------------------------------------------------------- */

/* End the piece |node| at |end|, and add the other case to its set. */
static void end_piece(struct making *making, struct ere_node *node, size_t end)
{
    if (making->tree->ignores_case) {
        set_add_cases(node->set);
    }
    making->at = end;
    node->end = (uint16_t)end;
}

/* A character, or those that are not ASCII as alternatives. */
static void read_bracket(struct making *making, const struct ere_token *token)
{
    uint64_t set[256 / 64] = {0};
    bool is_inverted = token->length > 1; /* [^ */
    making->point_count = 0;
    add_members(making, set);
    bool is_group = making->point_count > 0 && !is_inverted;
    if (is_group) {
        open_group(making, 0);
    }
    struct ere_node *node = add_piece(making, ERE_CHARACTER);
    memcpy(node->set, set, sizeof set);
    end_piece(making, node, making->scan.at);
    if (is_inverted) {
        set_invert(node->set);
    }
    if (is_group) {
        add_ranges(making);
        close_group(making, 0);
    }
}

/* Add a piece for each octet of a character, as a group if there are several; a
 * single piece for an escape. */
static void read_octets(struct making *making, const struct ere_token *token)
{
    size_t end = token->at + token->length;
    size_t at = token->kind == ERE_TOKEN_ESCAPE ? end - 1 : token->at;
    bool is_group = at + 1 < end;
    if (is_group) {
        open_group(making, 0);
    }
    for (; at < end; at++) {
        struct ere_node *node = add_piece(making, ERE_CHARACTER);
        set_add(node->set, (unsigned char)making->tree->ere[at]);
        end_piece(making, node, at + 1);
    }
    if (is_group) {
        close_group(making, 0);
    }
}

static void read_mark(struct making *making, enum ere_node_kind kind)
{
    struct ere_node *node = add_piece(making, kind);
    if (kind == ERE_CHARACTER) {
        set_invert(node->set); /* a dot */
    }
    end_piece(making, node, making->scan.at);
}

static void read_repetition(struct making *making,
                            const struct ere_token *token)
{
    making->at = making->scan.at;
    repeat_last(making, (unsigned)token->least,
                token->most == ERE_NO_MOST ? ERE_UNBOUNDED
                                           : (unsigned)token->most);
}

static void read_token(struct making *making, const struct ere_token *token)
{
    switch (token->kind) {
    case ERE_TOKEN_OPEN:
        open_group(making, 1);
        break;
    case ERE_TOKEN_CLOSE:
        close_group(making, 1);
        break;
    case ERE_TOKEN_BAR:
        next_branch(making, 1);
        break;
    case ERE_TOKEN_REPETITION:
        read_repetition(making, token);
        break;
    case ERE_TOKEN_BRACKET:
        read_bracket(making, token);
        break;
    case ERE_TOKEN_ANCHOR:
        read_mark(making,
                  making->tree->ere[token->at] == '^' ? ERE_BEGIN : ERE_END);
        break;
    case ERE_TOKEN_DOT:
        read_mark(making, ERE_CHARACTER);
        break;
    default:
        read_octets(making, token);
        break;
    }
}

void ddds_ere_tree_make(struct ere_tree *tree, const char *ere,
                        bool ignores_case)
{
    struct making making = {.tree = tree};
    struct ere_token token;
    tree->ere = ere;
    tree->length = strlen(ere);
    tree->ignores_case = ignores_case;
    tree->is_cut = false;
    tree->count = 0;
    uint16_t root = add_node(&making, ERE_ALTERNATIVES, ERE_NONE, ERE_NONE);
    add_branch(&making, root, ERE_NONE);
    ddds_ere_scan_begin(&making.scan, ere, tree->length, "");
    while (ddds_ere_scan_next(&making.scan, &token)) {
        read_token(&making, &token);
    }
    tree->nodes[end_branch(&making)].end = (uint16_t)making.at;
}

/* ---- Anchors -------------------------------------------------------- */

static const struct ere_node *last_child(const struct ere_tree *tree,
                                         const struct ere_node *node)
{
    const struct ere_node *last = ere_child(tree, node);
    while (last != NULL && last->next != ERE_NONE) {
        last = &tree->nodes[last->next];
    }
    return last;
}

/* Return 1 if |piece|, the first or last of its branch, always anchors the
 * match at that side; 0 if not; -1 if its group decides. */
static int binds(const struct ere_tree *tree, const struct ere_node *piece,
                 enum ere_node_kind anchor)
{
    if (piece == NULL) {
        return 0;
    }
    if (piece->kind == anchor) {
        return 1;
    }
    if (piece->kind == ERE_GROUP) {
        return -1;
    }
    if (piece->kind != ERE_REPETITION) {
        return 0;
    }
    const struct ere_node *child = ere_child(tree, piece);
    if (child->kind == ERE_CHARACTER) {
        return piece->most == ERE_UNBOUNDED && set_is_all(child->set) &&
               (anchor == ERE_END || piece->least == 0);
    }
    return child->kind == ERE_GROUP && piece->least > 0 ? -1 : 0;
}

/* Return true if every branch anchors the match at the side of |anchor|. Groups
 * at that side are replaced by their branches; a branch whose outer piece does
 * not anchor it makes the result false. */
static bool covers(const struct ere_tree *tree, enum ere_node_kind anchor)
{
    uint16_t waiting[ERE_NODES];
    size_t count = 1;
    waiting[0] = 0;
    while (count > 0) {
        const struct ere_node *alternatives = &tree->nodes[waiting[--count]];
        for (const struct ere_node *branch = ere_child(tree, alternatives);
             branch != NULL; branch = ere_next(tree, branch)) {
            const struct ere_node *piece = anchor == ERE_BEGIN
                                               ? ere_child(tree, branch)
                                               : last_child(tree, branch);
            int verdict = binds(tree, piece, anchor);
            if (verdict == 0) {
                return false;
            }
            if (verdict < 0) {
                piece = piece->kind == ERE_REPETITION ? ere_child(tree, piece)
                                                      : piece;
                waiting[count++] = piece->first;
            }
        }
    }
    return true;
}

bool ddds_ere_tree_covers_begin(const struct ere_tree *tree)
{
    return covers(tree, ERE_BEGIN);
}

bool ddds_ere_tree_covers_end(const struct ere_tree *tree)
{
    return covers(tree, ERE_END);
}

/* ---- Groups and repetitions ----------------------------------------- */

const struct ere_node *ddds_ere_tree_group(const struct ere_tree *tree,
                                           unsigned number)
{
    for (uint16_t i = 0; i < tree->count; i++) {
        if (tree->nodes[i].kind == ERE_GROUP &&
            tree->nodes[i].group == number) {
            return &tree->nodes[i];
        }
    }
    return NULL;
}

bool ddds_ere_tree_is_optional(const struct ere_tree *tree,
                               const struct ere_node *node)
{
    for (const struct ere_node *around = ere_parent(tree, node); around != NULL;
         around = ere_parent(tree, around)) {
        if ((around->kind == ERE_REPETITION && around->least == 0) ||
            (around->kind == ERE_ALTERNATIVES &&
             ere_child(tree, around)->next != ERE_NONE)) {
            return true;
        }
    }
    return false;
}

/* Return true if |outer| contains a piece that can match in several ways. */
static bool has_choice_within(const struct ere_tree *tree,
                              const struct ere_node *outer)
{
    for (uint16_t i = 0; i < tree->count; i++) {
        const struct ere_node *node = &tree->nodes[i];
        bool is_within = node->begin >= outer->begin && node->end <= outer->end;
        bool has_choice =
            (node->kind == ERE_REPETITION && node->most > node->least) ||
            (node->kind == ERE_BRANCH && node->next != ERE_NONE);
        if (node != outer && is_within && has_choice) {
            return true;
        }
    }
    return false;
}

const struct ere_node *ddds_ere_tree_nested(const struct ere_tree *tree)
{
    for (uint16_t i = 0; i < tree->count; i++) {
        const struct ere_node *node = &tree->nodes[i];
        if (node->kind == ERE_REPETITION && node->most == ERE_UNBOUNDED &&
            ere_child(tree, node)->kind == ERE_GROUP &&
            has_choice_within(tree, node)) {
            return node;
        }
    }
    return NULL;
}

bool ddds_ere_tree_has_choice(const struct ere_tree *tree)
{
    for (uint16_t i = 0; i < tree->count; i++) {
        const struct ere_node *node = &tree->nodes[i];
        if ((node->kind == ERE_BRANCH && node->next != ERE_NONE) ||
            (node->kind == ERE_REPETITION && node->most == 1)) {
            return true;
        }
    }
    return false;
}
