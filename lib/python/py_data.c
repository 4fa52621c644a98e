/* SPDX-License-Identifier: MIT */
#include "py_data.h"

#include "py_record.h"

PyObject *py_addresses_make(struct py_state *state,
                            const struct ddds_address *addresses, size_t count)
{
    struct py_record list;
    bool is_whole = py_tuple_begin(&list, state, count);
    for (size_t i = 0; i < count && is_whole; i++) {
        char text[DDDS_ADDRESS_TEXT_SIZE];
        ddds_address_format(&addresses[i], text);
        is_whole = py_put_text(&list, text);
    }
    return py_record_end(&list, is_whole);
}

PyObject *py_targets_make(struct py_state *state,
                          const struct ddds_uri_target *targets, size_t count)
{
    struct py_record list;
    bool is_whole = py_tuple_begin(&list, state, count);
    for (size_t i = 0; i < count && is_whole; i++) {
        struct py_record record;
        bool is_target = py_record_begin(&record, state, PY_URI_TARGET) &&
                         py_put_number(&record, targets[i].priority) &&
                         py_put_number(&record, targets[i].weight) &&
                         py_put_text(&record, targets[i].uri);
        is_whole = py_put(&list, py_record_end(&record, is_target));
    }
    return py_record_end(&list, is_whole);
}
