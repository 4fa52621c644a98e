// Findings in a zone: underlined in the editor, listed, and corrected by a
// click.
// SPDX-License-Identifier: MIT

import { badge, code, count, h, terms, visible } from './dom.js';

const WORDS = { error: 'Error', warning: 'Warning', info: 'Info' };
const MOST_UNDERLINED = 100000; // characters; the browser lays all of them out
const MOST_LISTED = 200;
const AROUND = 90;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Where each line of |text| begins. */
function lineStarts(text) {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    starts.push(at + 1);
  }
  return starts;
}

let line = { text: '', octets: new Uint8Array() }; // the last one that was encoded

/** Columns count octets of UTF-8, as zone files do; strings count UTF-16. */
function indexOf(text, starts, number, column) {
  const begin = starts[number - 1] ?? text.length;
  const whole = text.slice(begin, (starts[number] ?? text.length + 1) - 1);
  if (whole !== line.text) {
    line = { text: whole, octets: encoder.encode(whole) };
  }
  if (line.octets.length === whole.length) { // ASCII
    return begin + Math.min(whole.length, column - 1);
  }
  return begin + decoder.decode(line.octets.subarray(0, column - 1)).length;
}

function rangeOf(text, starts, region) {
  const begin = indexOf(text, starts, region.line, region.column);
  return [begin, Math.max(begin, indexOf(text, starts, region.end_line, region.end_column))];
}

/** The line of a finding with the place marked, cut around it. */
function excerpt(text, starts, finding, range) {
  const begin = starts[finding.line - 1] ?? text.length;
  const end = Math.max(begin, (starts[finding.line] ?? text.length + 1) - 1);
  const to = Math.min(Math.max(range[1], range[0] + 1), Math.max(end, range[0]));
  const from = Math.max(begin, range[0] - AROUND);
  const last = Math.min(end, Math.max(to, range[0]) + AROUND);
  return h('pre', { class: 'source', dir: 'ltr' }, from > begin ? '…' : '', text.slice(from, range[0]),
    h('mark', { class: finding.severity }, text.slice(range[0], Math.min(to, range[0] + 400)) || ' '),
    to > range[0] + 400 ? '…' : text.slice(to, last), last < end ? '…' : '');
}

/** How many of |left| and |right| are equal, taken from both ends. */
function shared(left, right) {
  let first = 0;
  let last = 0;
  const most = Math.min(left.length, right.length);
  while (first < most && left[first] === right[first]) {
    first++;
  }
  while (last < most - first && left[left.length - 1 - last] === right[right.length - 1 - last]) {
    last++;
  }
  return [first, last];
}

/** The part of |text| between its |first| and |last| words. */
function between(text, first, last) {
  const words = [...text.matchAll(/\S+/g)];
  const begin = words[first]?.index ?? text.length;
  const end = words[words.length - 1 - last];
  return [begin, end ? Math.max(begin, end.index + end[0].length) : begin];
}

/** Where |before| and |after| differ, whatever their blanks. */
function difference(before, after) {
  const [first, last] = shared(before.match(/\S+/g) ?? [], after.match(/\S+/g) ?? []);
  const left = between(before, first, last);
  const right = between(after, first, last);
  const [more, less] = shared(before.slice(...left), after.slice(...right));
  return [[left[0] + more, left[1] - less], [right[0] + more, right[1] - less]];
}

function changed(tag, sign, name, text, [begin, end]) {
  return h('div', { class: `change ${tag}` }, h('span', { class: 'unseen' }, `${name}: `),
    h('span', { class: 'sign', 'aria-hidden': 'true' }, sign),
    h('code', { dir: 'ltr' }, text.slice(0, begin), end > begin ? h(tag, {}, text.slice(begin, end)) : '',
      text.slice(end)));
}

/** The zone editor: the text, its findings, and the corrections made. */
export class Zone {
  constructor(textarea, under, undo, onChange) {
    this.textarea = textarea;
    this.under = under;
    this.undo = undo;
    this.onChange = onChange;
    this.past = [];
    textarea.addEventListener('scroll', () => this.scroll());
    textarea.addEventListener('input', () => this.edited());
    undo.addEventListener('click', () => this.takeBack());
  }

  get text() {
    return this.textarea.value;
  }

  /** Replace the whole text; the last one can be had back. */
  set(text, why) {
    this.past.push(this.text);
    this.past.splice(0, this.past.length - 50);
    this.replace(text, why);
  }

  replace(text, why) {
    this.textarea.value = text;
    this.edited();
    this.onChange(why);
  }

  takeBack() {
    const text = this.past.pop();
    if (text !== undefined) {
      this.replace(text, 'Correction undone.');
    }
    this.textarea.focus();
  }

  edited() {
    this.under.replaceChildren();
    this.undo.disabled = this.past.length === 0;
  }

  scroll() {
    this.under.scrollTop = this.textarea.scrollTop;
    this.under.scrollLeft = this.textarea.scrollLeft;
  }

  /** Underline |findings| of |text|, if that is still what the editor has. */
  underline(text, findings) {
    this.under.replaceChildren();
    if (text !== this.text || text.length > MOST_UNDERLINED) {
      return;
    }
    const starts = lineStarts(text);
    const ranges = findings.slice(0, 1000).map((finding) => [...rangeOf(text, starts, finding), finding.severity])
      .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    let at = 0;
    for (const [begin, end, severity] of ranges) {
      if (begin < at || end === begin) {
        continue;
      }
      const mark = document.createElement('mark');
      mark.className = severity;
      mark.textContent = text.slice(begin, end); // as it is: the same width as in the editor
      this.under.append(text.slice(at, begin), mark);
      at = end;
    }
    this.under.append(text.slice(at), '\n');
    this.scroll();
  }

  select(text, range) {
    if (text !== this.text) {
      return;
    }
    this.textarea.focus();
    this.textarea.setSelectionRange(range[0], range[1]);
    const line = text.slice(0, range[0]).split('\n').length;
    const height = parseFloat(getComputedStyle(this.textarea).lineHeight);
    this.textarea.scrollTop = Math.max(0, (line - 4) * height);
  }

  correction(text, starts, finding) {
    const range = rangeOf(text, starts, finding.fix);
    const before = text.slice(...range);
    const after = finding.fix.record;
    const apply = () => text === this.text &&
      this.set(text.slice(0, range[0]) + after + text.slice(range[1]), `Correction of line ${finding.fix.line} applied.`);
    const button = h('button', { type: 'button', class: 'apply' }, 'Apply this correction',
      h('span', { class: 'unseen' }, ` of line ${finding.fix.line}, ${finding.code}`));
    button.addEventListener('click', apply);
    const [left, right] = difference(before, after);
    return h('div', { class: 'fix' }, changed('del', '−', 'Before', before, left),
      changed('ins', '+', 'After', after, right), button);
  }

  finding(text, starts, one) {
    const range = rangeOf(text, starts, one);
    const place = h('button', { type: 'button', class: 'place' }, `Line ${one.line}, column ${one.column}`);
    place.addEventListener('click', () => this.select(text, range));
    return h('li', { class: `finding ${one.severity}` },
      h('h3', {}, badge(one.severity, WORDS[one.severity] ?? one.severity), ' ', one.detail),
      h('p', { class: 'where' }, place, ' ', code(one.code), one.owner ? [' ', code(one.owner)] : ''),
      excerpt(text, starts, one, range),
      terms([['Why', one.why], ['Effect', one.effect]]),
      one.fix ? this.correction(text, starts, one) : '');
  }

  /** The answer |document| (ddds.lint/1) to |text|. */
  render(document, text) {
    const starts = lineStarts(text);
    const findings = document.findings.filter((one) => one.line);
    this.underline(text, findings);
    const omitted = document.summary.omitted + Math.max(0, findings.length - MOST_LISTED);
    return [
      h('p', { class: 'verdict' }, findings.length ? '' : [badge('good', 'No findings'), ' '], summary(document)),
      h('ol', { class: 'findings' }, findings.slice(0, MOST_LISTED).map((one) => this.finding(text, starts, one))),
      omitted ? h('p', {}, `${count(omitted, 'finding')} not listed.`) : '',
    ];
  }
}

/** "2 NAPTR records at 1 key: 1 error, 0 warnings, 0 notes" */
export function summary(document) {
  const found = document.summary;
  return visible(`${count(document.records, 'NAPTR record')} at ${count(document.keys, 'key')}: ` +
    `${count(found.error, 'error')}, ${count(found.warning, 'warning')}, ${count(found.info, 'note')}`);
}

export const EXAMPLE = `$ORIGIN urn.arpa.
$TTL 86400
@        SOA   ns.example. hostmaster.example. 1 3600 600 86400 300
example  NAPTR 100 10 "u" "http+I2L" "!^urn:example:(.*)$!https://www.example.com/\\1!" .
book     NAPTR 100 10 "" "" "!^urn:book:([0-9]*).*$!\\\\1.example!" book.example.
shop     NAPTR 100 10 "s" "thttp+I2L+I2R" "" _thttp._tcp.shop
_thttp._tcp.shop SRV 0 0 80 www.shop
www.shop A 192.0.2.1
`;
