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

static bool set_has(const uint64_t *set, unsigned octet)
{
    return (set[octet / 64] >> octet % 64 & 1) != 0;
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

/* Return the octet of |set| that is most common in AUS; 0 if it is empty. Most
 * sets have a single ASCII octet. */
static char set_choose(const uint64_t *set)
{
    static const char likely[] = "a1bcdefghijklmnopqrstuvwxyz023456789-.:/@+";
    size_t word = set[0] == 0;
    uint64_t only = set[word];
    if ((set[1 - word] | set[2] | set[3]) == 0 && (only & (only - 1)) == 0 &&
        only > (word == 0 ? UINT32_MAX : 0)) {
        return (char)(64 * word + (unsigned)__builtin_ctzll(only));
    }
    for (const char *at = likely; *at != '\0'; at++) {
        if (set_has(set, (unsigned char)*at)) {
            return *at;
        }
    }
    for (unsigned octet = 0x21; octet < 256; octet++) {
        if (set_has(set, octet)) {
            return (char)octet;
        }
    }
    return set_has(set, ' ') ? ' ' : '\0';
}

/* ---- Construction --------------------------------------------------- */

struct making {
    struct ere_tree *tree;
    struct ere_scan scan;
    size_t at;       /* start of the next node */
    uint16_t branch; /* current branch */
    uint16_t last;   /* its last child */
    uint16_t groups;
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

static void open_group(struct making *making)
{
    struct ere_node *group = add_piece(making, ERE_GROUP);
    group->group = ++making->groups;
    making->at++;
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

static void close_group(struct making *making)
{
    struct ere_tree *tree = making->tree;
    uint16_t alternatives = end_branch(making);
    tree->nodes[alternatives].end = (uint16_t)making->at;
    uint16_t group = tree->nodes[alternatives].parent;
    making->at++;
    tree->nodes[group].end = (uint16_t)making->at;
    making->branch = tree->nodes[group].parent;
    making->last = group;
}

static void next_branch(struct making *making)
{
    uint16_t branch = making->branch;
    uint16_t alternatives = end_branch(making);
    making->at++;
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

/* Read the members up to the end of the bracket. Ranges are added at their
 * hyphen, and their ends as members. */
static void add_members(struct making *making, uint64_t *set)
{
    const unsigned char *ere = (const unsigned char *)making->tree->ere;
    struct ere_token token;
    while (ddds_ere_scan_next(&making->scan, &token) &&
           token.kind != ERE_TOKEN_BRACKET_END) {
        if (token.kind == ERE_TOKEN_CLASS) {
            add_class(making, set);
        } else if (token.kind == ERE_TOKEN_RANGE) {
            set_add_range(set, ere[token.at - 1], ere[token.at + 1]);
        } else {
            for (size_t i = 0; i < token.length; i++) {
                set_add(set, ere[token.at + i]);
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

static void read_bracket(struct making *making, const struct ere_token *token)
{
    struct ere_node *node = add_piece(making, ERE_CHARACTER);
    add_members(making, node->set);
    end_piece(making, node, making->scan.at);
    if (token->length > 1) { /* [^ */
        set_invert(node->set);
    }
}

/* Add a piece for each octet of a character; a single piece for an escape. */
static void read_octets(struct making *making, const struct ere_token *token)
{
    size_t end = token->at + token->length;
    size_t at = token->kind == ERE_TOKEN_ESCAPE ? end - 1 : token->at;
    for (; at < end; at++) {
        struct ere_node *node = add_piece(making, ERE_CHARACTER);
        set_add(node->set, (unsigned char)making->tree->ere[at]);
        end_piece(making, node, at + 1);
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
        open_group(making);
        break;
    case ERE_TOKEN_CLOSE:
        close_group(making);
        break;
    case ERE_TOKEN_BAR:
        next_branch(making);
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

/* ---- Samples -------------------------------------------------------- */

/* Position of writing a sample: a node, and its remaining repetitions. */
struct visit {
    uint16_t node;
    uint16_t left;
};

/* Maximum depth: three nodes per nested group. */
enum { VISITS = 4 * LIMIT_GROUP_DEPTH + 8 };

/* Return the branch of |alternatives| for the sample |number|. */
static uint16_t choose_branch(const struct ere_tree *tree,
                              const struct ere_node *alternatives,
                              unsigned number)
{
    unsigned count = 1; /* at least one branch */
    for (const struct ere_node *branch = ere_child(tree, alternatives);
         branch->next != ERE_NONE; branch = ere_next(tree, branch)) {
        count++;
    }
    uint16_t chosen = alternatives->first;
    for (unsigned i = number % count; i > 0; i--) {
        chosen = tree->nodes[chosen].next;
    }
    return chosen;
}

/* Return how often the sample |number| repeats |repetition|. */
static uint16_t choose_count(const struct ere_node *repetition, unsigned number)
{
    unsigned more = repetition->most == 1    ? number % 2 == 0
                    : repetition->least == 0 ? 1 + number % 2
                                             : number % 2;
    unsigned count = repetition->least + more;
    return (uint16_t)(count < repetition->most ? count : repetition->most);
}

/* Write |node| |times| times for the sample |number|. */
static void write_node(const struct ere_tree *tree, const struct ere_node *node,
                       unsigned number, uint16_t times, struct text *sample)
{
    struct visit visits[VISITS];
    size_t depth = 1;
    assert(node != NULL);
    visits[0] = (struct visit){(uint16_t)(node - tree->nodes), times};
    while (depth > 0 && !sample->failed) {
        struct visit *visit = &visits[depth - 1];
        if (visit->left == 0) {
            /* Continue with the next piece of an entered branch. */
            uint16_t next = tree->nodes[visit->node].next;
            bool is_piece =
                depth > 1 &&
                tree->nodes[visits[depth - 2].node].kind == ERE_BRANCH;
            if (is_piece && next != ERE_NONE) {
                *visit = (struct visit){next, 1};
            } else {
                depth--;
            }
            continue;
        }
        visit->left--;
        const struct ere_node *at = &tree->nodes[visit->node];
        uint16_t child = at->first;
        uint16_t left = 1;
        if (at->kind == ERE_CHARACTER) {
            ddds_text_char(sample, set_choose(at->set));
        } else if (at->kind == ERE_ALTERNATIVES) {
            child = choose_branch(tree, at, number);
        } else if (at->kind == ERE_REPETITION) {
            left = choose_count(at, number);
        }
        if (child != ERE_NONE && depth < VISITS) {
            visits[depth++] = (struct visit){child, left};
        }
    }
}

void ddds_ere_tree_sample(const struct ere_tree *tree, unsigned number,
                          struct text *sample)
{
    write_node(tree, &tree->nodes[0], number, 1, sample);
}

void ddds_ere_tree_repeat(const struct ere_tree *tree,
                          const struct ere_node *node, unsigned times,
                          struct text *sample)
{
    write_node(tree, node, 0, (uint16_t)times, sample);
}

void ddds_ere_tree_before(const struct ere_tree *tree,
                          const struct ere_node *node, struct text *sample)
{
    const struct ere_node *around[2 * LIMIT_GROUP_DEPTH + 2];
    size_t depth = 0;
    for (const struct ere_node *at = node;
         at != NULL && depth < sizeof around / sizeof around[0];
         at = ere_parent(tree, at)) {
        const struct ere_node *parent = ere_parent(tree, at);
        if (parent != NULL && parent->kind == ERE_BRANCH) {
            around[depth++] = at;
        }
    }
    while (depth > 0) {
        const struct ere_node *piece = around[--depth];
        const struct ere_node *branch = ere_parent(tree, piece);
        for (const struct ere_node *each = ere_child(tree, branch);
             each != piece; each = ere_next(tree, each)) {
            write_node(tree, each, 0, 1, sample);
        }
    }
}
