/* ddds._core: interface to the library for the Python code in ddds/, which has
 * the types and documentation for users, and passes all arguments by position.
 *
 * It uses the stable ABI of Python 3.11: this module is built once for that
 * version and all later versions.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/status.h>

#include "py_check.h"
#include "py_dns.h"
#include "py_members.h"
#include "py_names.h"
#include "py_results.h"
#include "py_zones.h"

/* Store the classes defined in Python. */
static PyObject *adopt(PyObject *module, PyObject *classes)
{
    struct py_state *state = py_state_of(module);
    if (!PyTuple_Check(classes) || PyTuple_Size(classes) != PY_CLASSES) {
        PyErr_SetString(PyExc_TypeError, "these are other classes");
        return NULL;
    }
    PyObject *before = state->adopted;
    state->adopted = Py_NewRef(classes);
    for (Py_ssize_t i = 0; i < PY_CLASSES; i++) {
        PyObject *class = PyTuple_GetItem(classes, i);
        state->classes[i] = class;
        if (i >= PY_RESULT && i <= PY_REGION) {
            PyObject *names = PyObject_GetAttrString(class, "_members");
            state->members[i] = names != NULL ? PyList_Size(names) : -1;
            Py_XDECREF(names);
            if (state->members[i] < 0) {
                Py_XDECREF(before);
                return NULL;
            }
        }
    }
    Py_XDECREF(before);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"adopt", adopt, METH_O, NULL},
    {"members", py_members, METH_O, NULL},
    {"resolve", py_resolve, METH_VARARGS, NULL},
    {"resolve_given", py_resolve_given, METH_VARARGS, NULL},
    {"resolve_many", py_resolve_many, METH_VARARGS, NULL},
    {"options", py_options_list, METH_NOARGS, NULL},
    {"zones", py_zones_new, METH_NOARGS, NULL},
    {"dns", py_dns_new, METH_VARARGS, NULL},
    {"cache", py_cache_new, METH_O, NULL},
    {"before_fork", py_before_fork, METH_NOARGS, NULL},
    {"after_fork_in_parent", py_after_fork_in_parent, METH_NOARGS, NULL},
    {"after_fork_in_child", py_after_fork_in_child, METH_NOARGS, NULL},
    {"applications", py_applications, METH_NOARGS, NULL},
    {"application_open", py_application_open, METH_O, NULL},
    {"application_parse", py_application_parse, METH_VARARGS, NULL},
    {"application_name", py_application_name, METH_O, NULL},
    {"check_zones", py_check_zones, METH_VARARGS, NULL},
    {"check_names", py_check_names, METH_VARARGS, NULL},
    {"correct", py_check_correct, METH_VARARGS, NULL},
    {"prove", py_prove, METH_VARARGS, NULL},
    {"urn_split", py_urn_split, METH_O, NULL},
    {"urn_equal", py_urn_equal, METH_VARARGS, NULL},
    {"expression", py_expression_new, METH_VARARGS, NULL},
    {"apply", py_expression_apply, METH_VARARGS, NULL},
    {"uuid_generate", py_uuid_generate, METH_VARARGS, NULL},
    {"uuid_v8", py_uuid_make_v8, METH_VARARGS, NULL},
    {"uuid_custom", py_uuid_make_custom, METH_O, NULL},
    {"uuid_name", py_uuid_make_name, METH_VARARGS, NULL},
    {"uuid_dns_name", py_uuid_dns_name, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}};

/* Add constants for ddds/_uuid.py. */
static bool add_constants(PyObject *module)
{
    static const struct {
        const char *name;
        long value;
    } constants[] = {
        {"MD5", DDDS_UUID_MD5},
        {"SHA1", DDDS_UUID_SHA1},
        {"SHA256", DDDS_UUID_SHA256},
        {"SHA512", DDDS_UUID_SHA512},
        {"SHA3_256", DDDS_UUID_SHA3_256},
        {"SHA3_512", DDDS_UUID_SHA3_512},
        {"SHAKE128", DDDS_UUID_SHAKE128},
        {"SHAKE256", DDDS_UUID_SHAKE256},
        {"COMMON", DDDS_UUID_DNS_COMMON},
        {"PRESENTATION", DDDS_UUID_DNS_PRESENTATION},
        {"WIRE", DDDS_UUID_DNS_WIRE},
    };
    for (size_t i = 0; i < sizeof constants / sizeof constants[0]; i++) {
        if (PyModule_AddIntConstant(module, constants[i].name,
                                    constants[i].value) < 0) {
            return false;
        }
    }
    return true;
}

static int execute(PyObject *module)
{
    struct py_state *state = py_state_of(module);
    state->nothing = PyTuple_New(0);
    state->source_type = (PyTypeObject *)py_source_type(module);
    state->results_type = (PyTypeObject *)py_results_type(module);
    if (state->nothing == NULL || state->source_type == NULL ||
        state->results_type == NULL ||
        PyModule_AddType(module, state->source_type) < 0 ||
        PyModule_AddType(module, state->results_type) < 0 ||
        !add_constants(module)) {
        return -1;
    }
    return PyModule_AddStringConstant(module, "version", ddds_version());
}

static int traverse(PyObject *module, visitproc visit, void *arg)
{
    const struct py_state *state = py_state_of(module);
    if (state != NULL) {
        PyObject *const held[] = {state->adopted,
                                  (PyObject *)state->source_type,
                                  (PyObject *)state->results_type};
        for (size_t i = 0; i < sizeof held / sizeof held[0]; i++) {
            Py_VISIT(held[i]);
        }
    }
    return 0;
}

static int clear(PyObject *module)
{
    struct py_state *state = py_state_of(module);
    if (state == NULL) {
        return 0;
    }
    for (size_t i = 0; i < PY_WORDS; i++) {
        state->words[i].word = NULL;
        Py_CLEAR(state->words[i].made);
    }
    Py_CLEAR(state->adopted);
    Py_CLEAR(state->source_type);
    Py_CLEAR(state->results_type);
    return 0;
}

static void free_module(void *module)
{
    struct py_state *state = py_state_of(module);
    if (state != NULL) {
        clear(module);
        Py_CLEAR(state->nothing);
        ddds_uuid_generator_free(state->generator);
        state->generator = NULL;
    }
}

static struct PyModuleDef_Slot slots[] = {
    {Py_mod_exec, (void *)(uintptr_t)execute}, {0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "ddds._core",
    .m_size = sizeof(struct py_state),
    .m_methods = methods,
    .m_slots = slots,
    .m_traverse = traverse,
    .m_clear = clear,
    .m_free = free_module,
};

PyMODINIT_FUNC PyInit__core(void);

PyMODINIT_FUNC PyInit__core(void)
{
    return PyModuleDef_Init(&definition);
}
