// An expression: its parts, what is wrong with it, and what it and other
// readers make of strings.
// SPDX-License-Identifier: MIT

import { badge, code, count, h, table, terms } from './dom.js';

const READERS = { sed: 'sed-style', perl: 'Perl-style' };

/** |string| with what the expression matched marked. Offsets are in octets. */
function matched(string, groups) {
  const whole = groups?.[0];
  if (!whole) {
    return code(string);
  }
  const octets = new TextEncoder().encode(string);
  const piece = (from, to) => new TextDecoder().decode(octets.subarray(from, to));
  return h('code', { dir: 'ltr' }, piece(0, whole.begin), h('mark', {}, piece(whole.begin, whole.end)),
    piece(whole.end));
}

function output(one) {
  return one.error ? badge('error', one.error)
    : one.matched ? code(one.output) : badge('other', 'no match');
}

function reading(one, name) {
  const other = one[name];
  if (!other) {
    return '';
  }
  const same = !other.error && other.matched === one.matched && other.output === one.output;
  return same ? h('span', { class: 'facts' }, 'the same') : [badge('warning', 'differs'), ' ', output(other)];
}

function captured(one) {
  return (one.groups ?? []).slice(1).map((group, i) => h('div', {}, code(`\\${i + 1}`), ' ',
    group ? code(group.text ?? '') : h('span', { class: 'facts' }, 'took no part')));
}

function finding(one) {
  return h('li', { class: `finding ${one.severity}` },
    h('h3', {}, badge(one.severity, one.severity), ' ', one.detail),
    h('p', { class: 'where' }, code(one.code)));
}

export function summary(document) {
  const hits = document.strings.filter((one) => one.matched).length;
  return `${hits} of ${count(document.strings.length, 'string')} matched`;
}

/** The answer |document| (ddds.rewrite/1). */
export function render(document, address) {
  return [
    h('p', { class: 'verdict' }, summary(document)),
    table('Output for each string', ['String', 'Output', 'Groups', ...Object.values(READERS)],
      document.strings.map((one) => [matched(one.string ?? '', one.groups), output(one), captured(one),
        ...Object.keys(READERS).map((name) => reading(one, name))])),
    document.findings?.length ? [h('h3', {}, 'Findings'), h('ol', { class: 'findings' }, document.findings.map(finding))] : '',
    h('h3', {}, 'Parts'),
    terms([
      ['Delimiter', code(document.delimiter)],
      ['Expression', code(document.expression)],
      ['Replacement', code(document.replacement)],
      ['Flags', document.flags && code(document.flags)],
      ['Groups', String(document.groups)],
      ['As PCRE2', document.pattern && code(document.pattern)],
    ]),
    address ? h('p', { class: 'more' }, h('a', { href: address }, 'Link to this answer')) : '',
  ];
}
