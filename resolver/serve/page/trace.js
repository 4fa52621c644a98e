// A resolution: its results, and every rule with its verdict.
// SPDX-License-Identifier: MIT

import { badge, code, count, h, link, table, terms } from './dom.js';
import { draw } from './walk.js';

const STATUS = {
  resolved: ['good', 'Resolved'],
  not_found: ['bad', 'Not found'],
  temporary: ['warning', 'Temporary failure'],
  bad_data: ['bad', 'Invalid rules'],
  insecure: ['bad', 'Not authenticated'],
  limit: ['bad', 'Over a limit'],
  bad_input: ['bad', 'Invalid input'],
};

const VERDICTS = {
  chosen: 'chosen',
  acceptable: 'acceptable; another rule was chosen',
  no_match: 'the expression does not match',
  other_service: 'another service or protocol',
  unknown_flag: 'unknown flag',
  conflicting_flags: 'conflicting flags',
  malformed: 'malformed',
  both_fields: 'both an expression and a replacement',
  no_output: 'no output',
  illegal_key: 'the output is not a valid name',
  illegal_uri: 'the output is not a valid URI',
  order_closed: 'a rule of a lower order decides',
  limit: 'not tried: over a limit',
  dead_end: 'led to no result',
};

const KINDS = { uri: 'URI', servers: 'Servers', host: 'Host', protocol: 'Protocol',
  uuid: 'UUID', keys: 'Names' };

/** The string |name| of |object|, or its octets if it is not UTF-8. */
export function text(object, name) {
  return object[name] ?? (object[`${name}_hex`] ? `0x${object[`${name}_hex`]}` : null);
}

const addressesOf = (at) => at.addresses === null ? 'not looked up'
  : at.addresses.length === 0 ? 'none'
    : at.addresses.map((address, i) => [i ? ' ' : '', code(address)]);

function endpoints(list) {
  if (list.every((at) => at.port === null)) {
    return terms(list.map((at) => ['Addresses', addressesOf(at)]));
  }
  return table('Servers in the order to try them', ['Host', 'Port', 'Priority', 'Weight', 'Addresses'],
    list.map((at) => [code(at.host ?? ''), at.port === null ? '' : String(at.port),
      at.priority === null ? '' : String(at.priority),
      at.weight === null ? '' : String(at.weight),
      addressesOf(at)]));
}

function result(one) {
  const output = text(one, 'output');
  const main = one.uri ? link(one.uri) : code(output ?? '');
  return h('div', { class: 'outcome' },
    h('p', { class: 'answer' }, h('span', { class: 'kind' }, KINDS[one.kind] ?? one.kind), ' ', main),
    one.endpoints?.length ? endpoints(one.endpoints) : '',
    terms([
      ['Services', one.services && code(one.services)],
      ['TTL', one.ttl === null ? null : count(one.ttl, 'second')],
      ['DNSSEC', one.authenticated ? 'validated by the resolver' : null],
      ['Note', one.note],
    ]));
}

function verdict(rule) {
  const kind = rule.verdict === 'chosen' ? 'good'
    : rule.verdict === 'acceptable' ? 'info'
      : ['malformed', 'dead_end', 'illegal_key', 'illegal_uri', 'both_fields', 'conflicting_flags',
        'unknown_flag', 'limit'].includes(rule.verdict) ? 'bad' : 'other';
  const output = text(rule, 'output');
  return [badge(kind, VERDICTS[rule.verdict] ?? rule.verdict),
    output ? h('div', { class: 'output' }, '→ ', code(output)) : '',
    rule.reason ? h('div', { class: 'reason' }, rule.reason) : ''];
}

function rules(step, number) {
  return table(`Rules of step ${number}`, ['Order', 'Pref.', 'Flags', 'Services', 'Expression or replacement', 'Verdict'],
    step.rules.map((rule) => {
      const row = [String(rule.order), String(rule.preference), code(`"${text(rule, 'flags') ?? ''}"`),
        code(`"${text(rule, 'services') ?? ''}"`),
        code(text(rule, 'regexp') || text(rule, 'replacement') || '.'), verdict(rule)];
      row.kind = rule.verdict === 'chosen' ? 'chosen' : false;
      return row;
    }));
}

function facts(step) {
  const answer = step.answer;
  if (step.fallback) {
    return `no query; rules of the application (${step.fallback})`;
  }
  if (!answer) {
    return 'not answered';
  }
  return [answer.reply, answer.ttl ? `TTL ${answer.ttl}` : '', answer.cached ? 'cached' : '',
    answer.authenticated ? 'validated' : '', answer.detail ?? '']
    .filter(Boolean).join(', ');
}

function step(one, i) {
  const servers = one.answer?.servers;
  const addresses = one.answer?.addresses;
  return h('li', {},
    h('h4', {}, `${one.query?.type ?? 'Rules'} at `, code(one.query?.name ?? text(one, 'key') ?? ''), ' ',
      h('span', { class: 'facts' }, facts(one))),
    one.rules.length ? rules(one, i + 1) : '',
    servers?.length ? table(`Servers of step ${i + 1}`, ['Priority', 'Weight', 'Port', 'Target'],
      servers.map((at) => [String(at.priority), String(at.weight), String(at.port), code(at.target)])) : '',
    addresses?.length ? h('p', {}, addresses.map((address, n) => [n ? ' ' : '', code(address)])) : '');
}

function reason(document) {
  const why = document.reason;
  return why ? h('p', {}, code(why.code), why.at ? [' at ', code(why.at)] : '',
    why.detail ? `: ${why.detail}` : '') : '';
}

/** One line for the status: what a screen reader says first. */
export function summary(document) {
  const [, word] = STATUS[document.status] ?? ['', document.status];
  const first = document.results?.[0];
  return first ? `${word}: ${first.uri ?? first.output ?? ''}`
    : `${word}: ${document.reason?.detail ?? document.reason?.code ?? ''}`;
}

/** The answer |document| (ddds.resolve/1); |address| links to it. */
export function render(document, address) {
  const [kind, word] = STATUS[document.status] ?? ['other', document.status];
  const steps = document.trace ?? [];
  return [
    h('p', { class: 'verdict' }, badge(kind, word), ' ', code(text(document, 'input') ?? '')),
    reason(document),
    document.note ? h('p', {}, document.note) : '',
    (document.results ?? []).map(result),
    steps.length ? [h('h3', {}, 'The walk'), draw(document), h('h3', {}, 'Every rule'),
      h('ol', { class: 'steps' }, steps.map(step))] : '',
    address ? h('p', { class: 'more' }, h('a', { href: address }, 'Link to this answer')) : '',
  ];
}
