/* SPDX-License-Identifier: MIT */
#include "py_members.h"

#include <ddds/show_members.h>

struct py_member {
    const char *name; /* NULL after the last */
    bool is_ever;     /* always present in JSON */
};

#define EVER(type, name, ...) {#name, true},
#define SOME(type, name, ...) {#name, false},
#define LIST(array, members)                                                   \
    static const struct py_member array[] = {members(EVER, SOME){NULL, false}}
#define RESULT_MEMBERS(EVER, SOME)                                             \
    DDDS_RESULT_HEAD_MEMBERS(EVER, SOME)                                       \
    EVER(OUTCOMES, outcomes, )                                                 \
    EVER(TRACE, trace, ) DDDS_RESULT_TAIL_MEMBERS(EVER, SOME)
#define ANSWER_MEMBERS(EVER, SOME)                                             \
    DDDS_REPLY_MEMBERS(EVER, SOME) DDDS_DATA_MEMBERS(EVER, SOME)

LIST(region_members, PY_REGION_MEMBERS);
LIST(finding_members, PY_FINDING_MEMBERS);
LIST(result_members, RESULT_MEMBERS);
LIST(reason_members, DDDS_REASON_MEMBERS);
LIST(outcome_members, DDDS_OUTCOME_MEMBERS);
LIST(endpoint_members, DDDS_ENDPOINT_MEMBERS);
LIST(target_members, DDDS_URI_TARGET_MEMBERS);
LIST(near_members, DDDS_NEAR_MEMBERS);
LIST(uuid_members, DDDS_UUID_MEMBERS);
LIST(step_members, DDDS_STEP_MEMBERS);
LIST(query_members, DDDS_QUERY_MEMBERS);
LIST(answer_members, ANSWER_MEMBERS);
LIST(server_members, DDDS_SERVER_MEMBERS);
LIST(rule_members, DDDS_RULE_MEMBERS);

static const struct {
    const char *name;
    const struct py_member *members;
} records[] = {
    {"Region", region_members},    {"Finding", finding_members},
    {"Result", result_members},    {"Reason", reason_members},
    {"Outcome", outcome_members},  {"Endpoint", endpoint_members},
    {"URITarget", target_members}, {"Near", near_members},
    {"UUIDFields", uuid_members},  {"Step", step_members},
    {"Query", query_members},      {"Answer", answer_members},
    {"Server", server_members},    {"Rule", rule_members},
};

static PyObject *list_members(const struct py_member *member)
{
    PyObject *list = PyList_New(0);
    for (; list != NULL && member->name != NULL; member++) {
        PyObject *row =
            Py_BuildValue("sN", member->name, PyBool_FromLong(member->is_ever));
        if (row == NULL || PyList_Append(list, row) < 0) {
            Py_CLEAR(list);
        }
        Py_XDECREF(row);
    }
    return list;
}

PyObject *py_members(PyObject *module, PyObject *name)
{
    (void)module;
    for (size_t i = 0; i < sizeof records / sizeof records[0]; i++) {
        if (PyUnicode_CompareWithASCIIString(name, records[i].name) == 0) {
            return list_members(records[i].members);
        }
    }
    return PyErr_Format(PyExc_KeyError, "no record %R", name);
}
