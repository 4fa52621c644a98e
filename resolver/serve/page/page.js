// Connects the forms of the page with the JSON answers of the server. Without
// this file the forms are ordinary ones, and the server answers with HTML.
// SPDX-License-Identifier: MIT

import { badge, h } from './dom.js';
import * as expression from './expression.js';
import * as trace from './trace.js';
import * as uuid from './uuid.js';
import { EXAMPLE, Zone, summary as zoneSummary } from './zone.js';

const WAIT = 600; // milliseconds without typing before a zone is checked again
const LIVE = 65536; // characters; longer zones are checked on demand only

const get = (id) => document.getElementById(id);

let said = '';

/** Tell screen readers |text|, unless it is what they heard last. */
function say(text) {
  if (text !== said) {
    said = text;
    get('status').textContent = text;
  }
}

/** The fields of |form| that are filled in. */
function fieldsOf(form) {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (value !== '') {
      fields.append(name, value.replace(/\r\n?/g, '\n'));
    }
  }
  return fields;
}

const LONGEST_TARGET = 8000; // what every server takes

/** The JSON answer; fails with an Error that a person can read. */
async function ask(address, zone, signal) {
  const headers = { Accept: 'application/json' };
  const options = { method: 'GET' };
  if (zone !== null) {
    Object.assign(options, { method: 'POST', body: zone });
    headers['Content-Type'] = 'text/dns';
  } else if (address.length > LONGEST_TARGET) {
    const mark = address.indexOf('?');
    Object.assign(options, { method: 'POST', body: new URLSearchParams(address.slice(mark)) });
    address = address.slice(0, mark);
  }
  let response;
  try {
    response = await fetch(address, { ...options, signal, headers, credentials: 'omit',
      redirect: 'error' });
  } catch (error) {
    throw error.name === 'AbortError' ? error : new Error('The server cannot be reached.');
  }
  const answer = await response.json().catch(() => null);
  if (answer?.result?.schema) {
    return answer.result; // what is known besides the problem
  }
  if (answer === null || (!response.ok && !answer.schema)) {
    throw new Error(answer?.detail ?? answer?.title ?? `The server answered with status ${response.status}.`);
  }
  return answer;
}

/** A form with its region of results: at most one request at a time. */
class Tool {
  constructor(name, request, show) {
    this.name = name;
    this.form = get(`${name}-form`);
    this.region = get(`${name}-result`);
    this.request = request;
    this.show = show;
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.run(true);
    });
  }

  /** Ask and show. |moves|: bring the result into view. */
  async run(moves, before = '') {
    this.pending?.abort();
    const pending = new AbortController();
    this.pending = pending;
    this.region.setAttribute('aria-busy', 'true');
    try {
      const [address, zone] = this.request(fieldsOf(this.form));
      const answer = await ask(address, zone, pending.signal);
      const [nodes, summary] = this.show(answer, zone === null ? address : null, zone);
      this.put(nodes);
      say(`${before} ${summary}`.trim());
    } catch (error) {
      if (error.name === 'AbortError') {
        return;
      }
      this.put([h('p', { class: 'verdict' }, badge('error', 'Error'), ' ', error.message)]);
      say(error.message);
    }
    this.region.removeAttribute('aria-busy');
    if (moves) {
      this.region.scrollIntoView({ block: 'nearest' });
    }
  }

  put(nodes) {
    this.region.replaceChildren(...nodes.flat(3).filter((node) => node !== ''));
  }
}

/** Requests: an address, and the zone that goes with it, or null. */
function traceRequest(fields) {
  const origin = get('lint-origin').value;
  if (get('trace-zone').checked && origin !== '') {
    fields.append('origin', origin);
  }
  return [`/trace?${fields}`, get('trace-zone').checked ? get('lint-zone').value : null];
}

function lintRequest(fields) {
  fields.delete('zone');
  return [`/lint?${fields}`, get('lint-zone').value];
}

const plain = (path) => (fields) => [`${path}?${fields}`, null];

const tools = [
  new Tool('trace', traceRequest,
    (answer, link) => [trace.render(answer, link), trace.summary(answer)]),
  new Tool('rewrite', plain('/rewrite'),
    (answer, link) => [expression.render(answer, link), expression.summary(answer)]),
  new Tool('uuid', plain('/uuid'),
    (answer, link) => [uuid.render(answer, link), uuid.summary(answer)]),
];
const lint = new Tool('lint', lintRequest,
  (answer, link, text) => [zone.render(answer, text), zoneSummary(answer)]);

let timer = 0;
const zone = new Zone(get('lint-zone'), document.querySelector('.under'), get('lint-undo'), (why) => {
  clearTimeout(timer);
  lint.run(false, why).then(() => get('lint-zone').focus({ preventScroll: true }));
});

get('lint-zone').addEventListener('input', () => {
  clearTimeout(timer);
  if (lint.region.childElementCount && zone.text.length <= LIVE) {
    timer = setTimeout(() => zone.text.trim() === '' ? lint.put([]) : lint.run(false), WAIT);
  }
});
lint.form.addEventListener('submit', () => clearTimeout(timer)); // it is checked now
get('lint-example').addEventListener('click', () => zone.set(EXAMPLE, 'Example inserted.'));
for (const element of document.querySelectorAll('.scripted')) {
  element.hidden = false;
}
// An answer that the server wrote gets what only scripts draw.
tools.find((tool) => location.pathname === `/${tool.name}`)?.run(false);
