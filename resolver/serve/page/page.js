// Sends the forms of the page, and puts in their places what the server answers:
// the same HTML that a whole page has there. Without this file the forms are
// ordinary ones, and the server answers with whole pages.
// SPDX-License-Identifier: MIT

import { h } from './dom.js';
import { draw } from './walk.js';
import { EXAMPLE, Zone } from './zone.js';

const WAIT = 600; // milliseconds without typing before a zone is checked again
const LIVE = 65536; // characters; longer zones are checked on demand only

const here = () => location.pathname + location.search;

let shown = here();

// The server writes the page of any address; the zone in the editor stays.
addEventListener('popstate', () => {
  if (here() !== shown) {
    try {
      history.replaceState(zone.text, '');
    } catch { /* it is larger than this browser keeps */ }
    location.reload();
  }
});

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
    const text = name === 'input' ? value.trim() : value;
    if (text !== '') {
      fields.append(name, text.replace(/\r\n?/g, '\n'));
    }
  }
  return fields;
}

const LONGEST_TARGET = 8000; // what every server takes

const WAITING = 'Waiting for the answer.';

const PIECE = 'text/x.ddds-piece';

/** What the server says is wrong, if its answer |text| is a problem (RFC 9457). */
function detailOf(text) {
  try {
    return JSON.parse(text).detail;
  } catch {
    return undefined;
  }
}

/** The answer as elements; fails with an Error that a person can read. */
async function ask(address, zone, signal) {
  const headers = { Accept: PIECE };
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
  let text;
  try {
    response = await fetch(address, { ...options, signal, headers, credentials: 'omit',
      redirect: 'error' });
    text = await response.text();
  } catch (error) {
    throw error.name === 'AbortError' ? error : new Error('The server cannot be reached.');
  }
  if (!response.headers.get('Content-Type')?.startsWith(PIECE)) {
    throw new Error(detailOf(text) ?? `The server answered with status ${response.status}.`);
  }
  return [...new DOMParser().parseFromString(text, 'text/html').body.childNodes];
}

/** What screen readers say of the answer in |region|. */
function summaryOf(region) {
  return Array.from(region.querySelectorAll('.verdict'), (element) =>
    element.dataset.summary ?? element.textContent).join('; ');
}

/** A form with its region of results: at most one request at a time. |request|
 * makes an address of the fields, and the zone that goes with it, or null; |add|
 * adds to the answer what scripts can do. */
class Tool {
  constructor(name, request, add = () => {}) {
    this.name = name;
    this.form = get(`${name}-form`);
    this.region = get(`${name}-result`);
    this.request = request;
    this.add = add;
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
    if (moves) {
      say(WAITING);
      if (!this.region.childElementCount) {
        this.region.append(h('p', {}, WAITING));
      }
    }
    try {
      const [address, zone] = this.request(fieldsOf(this.form));
      this.region.replaceChildren(...await ask(address, zone, pending.signal));
      this.add(this.region, zone);
      if (zone === null && address.length <= LONGEST_TARGET) {
        const link = `${address}#${this.region.id}`;
        if (moves && address !== here()) {
          history.pushState(null, '', link);
          shown = here();
          const input = new URLSearchParams(location.search).get('input');
          document.title = input ? `${input} – ddds` : 'ddds';
        }
        this.region.append(h('p', { class: 'more' }, h('a', { href: link }, 'Link to this answer')));
      }
      say(`${before} ${summaryOf(this.region)}`.trim());
    } catch (error) {
      if (error.name === 'AbortError') {
        return;
      }
      this.region.replaceChildren(h('p', { class: 'verdict' }, h('span', { class: 'badge error' }, '✕ Error'), ' ',
        error.message));
      say(error.message);
    }
    this.region.removeAttribute('aria-busy');
    if (moves) {
      this.region.scrollIntoView({ block: 'nearest' });
    }
  }
}

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

function proveRequest(fields) {
  const origin = get('lint-origin').value;
  fields.delete('zone');
  if (origin !== '') {
    fields.append('origin', origin);
  }
  return [`/prove?${fields}`, get('lint-zone').value];
}

const plain = (path) => (fields) => [`${path}?${fields}`, null];

const lint = new Tool('lint', lintRequest, (region, text) => zone.underline(region, text));
const tools = [lint, new Tool('trace', traceRequest, draw), new Tool('prove', proveRequest),
  new Tool('rewrite', plain('/rewrite')),
  new Tool('uuid', plain('/uuid'))];

const kept = history.state ?? get('prove-zone').value;
if (kept !== '') {
  get('lint-zone').value = kept;
}
history.replaceState(null, '');

let timer = 0;
const zone = new Zone(get('lint-zone'), document.querySelector('.under'), get('lint-undo'), lint.region, (why) => {
  clearTimeout(timer);
  lint.run(false, why).then(() => get('lint-zone').focus({ preventScroll: true }));
});

get('lint-zone').addEventListener('input', () => {
  clearTimeout(timer);
  if (lint.region.childElementCount && zone.text.length <= LIVE) {
    timer = setTimeout(() => zone.text.trim() === '' ? lint.region.replaceChildren() : lint.run(false), WAIT);
  }
});
lint.form.addEventListener('submit', () => clearTimeout(timer)); // it is checked now
get('lint-example').addEventListener('click', () => zone.set(EXAMPLE, 'Example inserted.'));
for (const element of document.querySelectorAll('.scripted')) {
  element.hidden = false;
}
// Proofs take the zone from the editor.
for (const element of document.querySelectorAll('.plain')) {
  element.hidden = true;
}
// A page that the server wrote gets what only scripts do.
const written = tools.find((tool) => location.pathname === `/${tool.name}`);
written?.add(written.region, zone.text);
