/* Readers that compare outputs with a set.
 *
 * The q-component of a URN is appended to its locator (RFC 8141 section 2.3.2),
 * unless that has a query or is a URN. So the label of an output is the state
 * after it; from there the reader of inputs continues with "?" and the
 * component. Components before a fragment are not supported.
 *
 * SPDX-License-Identifier: MIT */
#include "check/prove/locator_reader.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "check/readers/outputs.h"
#include "check/sets/intern.h"

/* ---- Outputs ------------------------------------------------------------- */

enum { PREFIX = 4, NO_URN = 7 /* value of |prefix| */ };

/* |place| is a state of the set, plus 1; |prefix| is the number of octets of
 * "urn:" that were read. */
struct output_state {
    uint32_t place;
    unsigned prefix;
    bool has_query;
    bool has_fragment;
};

struct outputs_reader {
    struct reader base;
    const struct dfa *set;
};

static uint32_t pack(struct output_state state)
{
    return state.place << 5 | state.prefix << 2 |
           (uint32_t)state.has_query << 1 | (uint32_t)state.has_fragment;
}

static struct output_state unpack(uint32_t packed)
{
    return (struct output_state){packed >> 5, packed >> 2 & 7,
                                 (packed & 2) != 0, (packed & 1) != 0};
}

static uint32_t step_place(const struct dfa *set, uint32_t place,
                           unsigned char octet)
{
    return place == 0 ? 0 : dfa_next(set, place - 1, set->classes[octet]) + 1;
}

/* Return true if |octet| is at |place| in "urn:". */
static bool is_of_prefix(unsigned place, unsigned char octet)
{
    return place < PREFIX && ascii_to_lower((char)octet) == "urn:"[place];
}

static uint32_t step_output(struct reader *base, uint32_t packed,
                            unsigned char octet)
{
    const struct dfa *set = ((const struct outputs_reader *)base)->set;
    struct output_state state = unpack(packed);
    state.place = step_place(set, state.place, octet);
    if (state.prefix < PREFIX) {
        state.prefix =
            is_of_prefix(state.prefix, octet) ? state.prefix + 1 : NO_URN;
    }
    state.has_query |= octet == '?' && !state.has_fragment;
    state.has_fragment |= octet == '#';
    return pack(state);
}

static uint32_t label_output(struct reader *base, uint32_t packed)
{
    (void)base;
    return packed + OUTPUT_GOOD;
}

static void split_classes(struct reader *reader, const struct dfa *set)
{
    uint8_t marks[256];
    for (unsigned octet = 0; octet < 256; octet++) {
        const char *at = octet == 0 ? NULL : strchr("urnURN:?#=", (int)octet);
        marks[octet] = (uint8_t)(at == NULL ? 0 : *at);
    }
    ddds_octets_begin(reader, marks);
    if (set != NULL) {
        ddds_octets_split(reader, set->classes);
    }
}

struct reader *ddds_locator_outputs(const struct dfa *set)
{
    static const struct reader_class methods = {step_output, label_output,
                                                reader_free_alone};
    struct outputs_reader *reader = calloc(1, sizeof *reader);
    if (reader != NULL) {
        reader->base.methods = &methods;
        reader->set = set;
        reader->base.start =
            pack((struct output_state){.place = set == NULL ? 0 : 1});
        split_classes(&reader->base, set);
    }
    return reader != NULL ? &reader->base : NULL;
}

/* ---- Inputs -------------------------------------------------------------- */

/* Numbers below PREFIX count the octets of "urn:" that were read. |state| is
 * that of the reader of inputs; from PHASE_Q on, that of the output. */
enum phase {
    PHASE_URN = PREFIX,
    PHASE_MARK, /* "?" */
    PHASE_PLAIN,
    PHASE_Q,
    PHASE_END, /* the output is complete */
    PHASE_UNSURE,
};

struct place {
    uint32_t phase;
    uint32_t state;
};

struct inputs_reader {
    struct reader base;
    const struct dfa *set;
    struct reader *inputs;
    uint32_t constant; /* state of the constant output */
    struct intern places;
};

static uint32_t keep(struct inputs_reader *reader, struct place place)
{
    uint32_t number = ddds_intern(&reader->places, &place, sizeof place);
    reader->base.failed |= reader_failure(number, READER_STATES);
    reader->base.failed |= reader->inputs != NULL ? reader->inputs->failed : 0;
    return reader->base.failed ? 0 : number;
}

/* Return the state of the present output; 0 is in no set. */
static uint32_t find_output(struct inputs_reader *reader, uint32_t state)
{
    uint32_t label = reader->inputs == NULL
                         ? reader->constant + OUTPUT_GOOD
                         : reader_label(reader->inputs, state);
    reader->base.failed |= reader->inputs != NULL ? reader->inputs->failed : 0;
    return label < OUTPUT_GOOD ? 0 : label - OUTPUT_GOOD;
}

/* Continue with the output after "?=". */
static struct place begin_q(struct inputs_reader *reader, uint32_t state)
{
    struct output_state output = unpack(find_output(reader, state));
    if (output.prefix != PREFIX && !output.has_query && output.has_fragment) {
        return (struct place){.phase = PHASE_UNSURE};
    }
    bool takes_q = output.prefix != PREFIX && !output.has_query;
    output.place =
        takes_q ? step_place(reader->set, output.place, '?') : output.place;
    return (struct place){takes_q ? PHASE_Q : PHASE_END, pack(output)};
}

static uint32_t step_input(struct reader *base, uint32_t number,
                           unsigned char octet)
{
    struct inputs_reader *reader = (struct inputs_reader *)base;
    struct place place;
    memcpy(&place, interned(&reader->places, number), sizeof place);
    if (place.phase == PHASE_MARK && octet == '=') {
        return keep(reader, begin_q(reader, place.state));
    }
    if (place.phase <= PHASE_PLAIN && reader->inputs != NULL) {
        place.state = reader_step(reader->inputs, place.state, octet);
    }
    if (place.phase < PREFIX) {
        place.phase =
            is_of_prefix(place.phase, octet) ? place.phase + 1 : PHASE_PLAIN;
    } else if (place.phase <= PHASE_MARK) {
        place.phase = octet == '?'   ? PHASE_MARK
                      : octet == '#' ? PHASE_PLAIN
                                     : PHASE_URN;
    } else if (place.phase == PHASE_Q && octet == '#') {
        place.phase = PHASE_END;
    } else if (place.phase == PHASE_Q) {
        struct output_state output = unpack(place.state);
        output.place = step_place(reader->set, output.place, octet);
        place.state = pack(output);
    }
    return keep(reader, place);
}

static uint32_t label_input(struct reader *base, uint32_t number)
{
    struct inputs_reader *reader = (struct inputs_reader *)base;
    struct place place;
    memcpy(&place, interned(&reader->places, number), sizeof place);
    if (place.phase == PHASE_UNSURE) {
        return OUTPUT_UNSURE;
    }
    uint32_t output =
        place.phase >= PHASE_Q ? place.state : find_output(reader, place.state);
    uint32_t at = unpack(output).place;
    return at > 0 && reader->set->accepts[at - 1] != 0 ? OUTPUT_GOOD
                                                       : OUTPUT_BAD;
}

static void free_inputs(struct reader *base)
{
    ddds_intern_free(&((struct inputs_reader *)base)->places);
    free(base);
}

struct reader *ddds_locator_inputs(struct reader *outputs,
                                   struct reader *inputs, const char *constant,
                                   bool has_q)
{
    static const struct reader_class methods = {step_input, label_input,
                                                free_inputs};
    struct inputs_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) {
        return NULL;
    }
    reader->base.methods = &methods;
    reader->set = ((const struct outputs_reader *)outputs)->set;
    reader->inputs = inputs;
    reader->constant = inputs == NULL ? reader_run(outputs, outputs->start,
                                                   constant, strlen(constant))
                                      : 0;
    split_classes(&reader->base, reader->set);
    if (inputs != NULL) {
        ddds_octets_split(&reader->base, inputs->classes);
    }
    struct place start = {has_q ? 0 : PHASE_PLAIN,
                          inputs != NULL ? inputs->start : 0};
    reader->base.start = keep(reader, start);
    return &reader->base;
}
