// A UUID: its digits by field (RFC 9562 section 5), and what they mean.
// SPDX-License-Identifier: MIT

import { badge, code, h, terms } from './dom.js';

// Fields by version: name and number of hexadecimal digits.
const HASH = (name) => [[name, 12], ['version', 1], [name, 3], ['variant', 1], [name, 15]];
const GREGORIAN = (low, mid, high) => [[low, 8], [mid, 4], ['version', 1], [high, 3],
  ['variant, clock sequence', 4], ['node', 12]];
const LAYOUTS = {
  1: GREGORIAN('time, low', 'time, mid', 'time, high'),
  2: GREGORIAN('local identifier', 'time, mid', 'time, high'),
  3: HASH('MD5'),
  4: HASH('random'),
  5: HASH('SHA-1'),
  6: GREGORIAN('time, high', 'time, mid', 'time, low'),
  7: [['milliseconds since 1970', 12], ['version', 1], ['random', 3], ['variant, random', 4], ['random', 12]],
  8: HASH('custom'),
};

function strip(value, version) {
  const digits = value.replace(/[^0-9a-f]/gi, '');
  let at = 0;
  return h('ol', { class: 'strip', 'aria-label': 'Fields in order' }, LAYOUTS[version].map(([name, length]) => {
    const piece = digits.slice(at, at + length);
    at += length;
    return h('li', { class: name === 'version' ? 'fixed' : false }, code(piece), h('span', {}, name));
  }));
}

function one(uuid) {
  if (uuid.error) {
    return h('article', { class: 'outcome' },
      h('p', { class: 'verdict' }, badge('error', 'Not a UUID'), ' ', code(uuid.uuid ?? '')), h('p', {}, uuid.error));
  }
  const value = uuid.urn?.replace(/^urn:uuid:/, '') ?? uuid.uuid ?? '';
  return h('article', { class: 'outcome' },
    h('p', { class: 'verdict' }, badge('good', uuid.version ? `Version ${uuid.version}` : uuid.type), ' ', code(value)),
    LAYOUTS[uuid.version] && uuid.variant === 'DCE' ? strip(value, uuid.version) : '',
    terms([
      ['Variant', uuid.variant === 'DCE' ? 'RFC 9562 (DCE)' : uuid.variant],
      ['Type', uuid.type],
      ['Time', uuid.time && h('time', { datetime: uuid.time }, uuid.time)],
      ['Clock sequence', uuid.seq === null ? null : String(uuid.seq)],
      ['Node', uuid.node && code(uuid.node)],
      ['URN', uuid.urn && code(uuid.urn)],
      ['Integer', uuid.int && code(uuid.int)],
      ['OID', uuid.oid && code(uuid.oid)],
      ['Note', uuid.note],
    ]));
}

export function summary(document) {
  return document.uuids.map((uuid) => uuid.error ?? `${uuid.variant}, ${uuid.type}`).join('; ');
}

/** The answer |document| of /uuid. */
export function render(document, address) {
  return [document.uuids.map(one),
    address ? h('p', { class: 'more' }, h('a', { href: address }, 'Link to this answer')) : ''];
}
