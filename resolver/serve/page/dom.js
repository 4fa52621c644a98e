// Elements built from data. Data only ever becomes text, never markup.
// SPDX-License-Identifier: MIT

const SVG = 'http://www.w3.org/2000/svg';

// Characters that hide, or that change how their neighbours are shown.
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** |text| with each unseen character as its number. */
export function visible(text) {
  return String(text).replace(UNSEEN, (c) =>
    `<U+${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}>`);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) {
      element.setAttribute(name, '');
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value);
    }
  }
  for (const child of children.flat(3)) {
    if (child !== null && child !== undefined && child !== '') {
      element.append(child instanceof Node ? child : visible(child));
    }
  }
  return element;
}

/** An HTML element. */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** |text| as code, isolated from the direction of its neighbours. */
export function code(text) {
  return h('code', { dir: 'ltr' }, text);
}

/** |address| as a link if it is http or https, otherwise as code. */
export function link(address) {
  let url = null;
  try {
    url = new URL(address);
  } catch {
    return code(address);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return code(address);
  }
  return h('a', { href: url.href, rel: 'noopener noreferrer nofollow' },
    code(address));
}

/** A word in a coloured frame with a sign, so that colour is not needed. */
export function badge(kind, word) {
  const signs = { good: '✓', bad: '✕', error: '✕', warning: '!', info: 'i',
    other: '–' };
  return h('span', { class: `badge ${kind}` },
    h('span', { 'aria-hidden': 'true' }, signs[kind] ?? '–'), ` ${word}`);
}

/** A table with a caption for screen readers, in a frame that can be scrolled
 * by keyboard. |rows| are arrays of cells; the class of a row is its |kind|. */
export function table(caption, heads, rows) {
  return h('div', { class: 'wide', tabindex: '0', role: 'group', 'aria-label': caption },
    h('table', {},
      h('caption', { class: 'unseen' }, caption),
      h('thead', {}, h('tr', {}, heads.map((head) => h('th', { scope: 'col' }, head)))),
      h('tbody', {}, rows.map((row) => h('tr', { class: row.kind ?? false },
        row.map((cell) => h('td', {}, cell)))))));
}

/** A list of terms; those without a value are left out. */
export function terms(pairs) {
  return h('dl', {}, pairs
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]));
}

/** "1 error", "2 errors" */
export function count(number, word) {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
