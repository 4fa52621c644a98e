// The walk as a picture: a box for each query, its rules as rows, and lines
// from a rule to what it led to. It is drawn from the list that the server wrote,
// which stays below it.
// SPDX-License-Identifier: MIT

import { s, h } from './dom.js';

const LETTER = 7.3;
const ROW = 22;
const HEAD = 44;
const GAP = 44;
const MOST_ROWS = 9;
const MOST_BOXES = 48;
const MOST_LETTERS = 36;

function cut(text, most = MOST_LETTERS) {
  const letters = Array.from(String(text));
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : letters.join('');
}

const texts = (elements) => Array.from(elements, (element) => element.textContent);

/** The row of a rule in the list, |item|. */
function ruleRow(item) {
  return {
    text: texts(item.cells).slice(0, 4).join(' '),
    sign: item.querySelector('.badge span').textContent,
    kind: item.className,
    leads: item.querySelector('.output code')?.textContent,
  };
}

function serverRow(item) {
  const [priority, weight, port, target] = texts(item.cells);
  return { text: `${priority} ${weight} ${target}:${port}`, sign: '', kind: 'data', leads: target };
}

const rulesOf = (step) => Array.from(step.querySelectorAll('td .badge'), (badge) => ruleRow(badge.closest('tr')));

/** The servers or addresses of a step. */
function dataOf(step) {
  return step.dataset.type === 'SRV' ? Array.from(step.querySelectorAll('tr.data'), serverRow)
    : texts(step.querySelectorAll('p.data code')).map((text) => ({ text, sign: '', kind: 'data' }));
}

/** The rows of a step: rules, servers or addresses; the chosen one is kept. */
function rowsOf(step) {
  const rows = [...rulesOf(step), ...dataOf(step)];
  if (rows.length <= MOST_ROWS) {
    return rows;
  }
  const kept = rows.slice(0, MOST_ROWS - 1);
  const chosen = rows.find((row) => row.kind === 'chosen');
  if (chosen && !kept.includes(chosen)) {
    kept.splice(-1, 1, chosen);
  }
  return [...kept, { text: `${rows.length - kept.length} more`, sign: '', kind: 'more' }];
}

function boxOf(step) {
  const rows = rowsOf(step);
  const key = step.querySelector('h4 code').textContent;
  return { title: key, rows, about: `${step.dataset.type}${rows.length ? '' : `: ${step.dataset.reply}`}`,
    kind: rows.length ? 'step' : 'empty', key };
}

/** The row of an earlier box that leads to |key|, chosen ones first. */
function causeOf(boxes, key) {
  let found = null;
  for (const box of boxes) {
    box.rows.forEach((row, index) => {
      if (row.leads && row.leads === key && (!found || row.kind === 'chosen' || row.kind === 'data')) {
        found = { box, row: index };
      }
    });
  }
  return found;
}

function boxesOf(region) {
  const input = region.querySelector('.verdict');
  const first = { title: input.querySelector('code').textContent, about: `input, application ${input.dataset.app}`,
    rows: [], kind: 'input', column: 0, cause: null };
  const boxes = [first];
  for (const step of [...region.querySelectorAll('.steps > li')].slice(0, MOST_BOXES)) {
    const box = boxOf(step);
    box.cause = causeOf(boxes, box.key) ?? { box: boxes.length === 1 ? first : boxes[boxes.length - 1], row: -1 };
    box.column = box.cause.box === first ? 0 : box.cause.box.column + 1;
    boxes.push(box);
  }
  for (const one of [...region.querySelectorAll('.outcome')].slice(0, 8)) {
    if (one.dataset.kind !== 'uri' && one.dataset.kind !== 'protocol') {
      continue;
    }
    const title = one.querySelector('.answer code').textContent;
    const cause = causeOf(boxes, title) ?? { box: boxes[boxes.length - 1], row: -1 };
    boxes.push({ title, about: one.querySelector('.kind').textContent, rows: [], kind: 'end', cause,
      column: cause.box.column + 1 });
  }
  return boxes;
}

function place(boxes) {
  const widths = [];
  const heights = [];
  for (const box of boxes) {
    const longest = Math.max(cut(box.title).length, cut(box.about).length,
      ...box.rows.map((row) => cut(row.text).length + 3)); // the sign
    box.width = Math.max(120, Math.ceil(longest * LETTER) + 28);
    box.height = HEAD + box.rows.length * ROW + (box.rows.length ? 6 : 0);
    widths[box.column] = Math.max(widths[box.column] ?? 0, box.width);
    box.y = heights[box.column] ?? boxes[1]?.y ?? 8; // beside the first key
    heights[box.column] = box.y + box.height + (box.cause ? 18 : 30);
  }
  for (const box of boxes) {
    box.x = 8 + widths.slice(0, box.column).reduce((sum, width) => sum + width + GAP, 0);
    box.width = widths[box.column];
  }
  return { width: 16 + widths.reduce((sum, width) => sum + width, 0) + GAP * (widths.length - 1),
    height: Math.max(...heights) - 4 };
}

function lineTo(box) {
  const { box: from, row } = box.cause;
  if (from.column === box.column) { // the input is above the first key
    return s('path', { class: 'edge data', 'marker-end': 'url(#arrow)',
      d: `M${box.x + 24},${from.y + from.height} V${box.y - 7}` });
  }
  const x1 = from.x + from.width;
  const y1 = row < 0 ? from.y + HEAD / 2 : from.y + HEAD + row * ROW + ROW / 2;
  const y2 = box.y + HEAD / 2;
  const x2 = box.x - 7;
  const half = (x2 - x1) / 2;
  const kind = row < 0 ? 'data' : from.rows[row].kind;
  return s('path', { class: `edge ${kind}`, 'marker-end': 'url(#arrow)',
    d: `M${x1},${y1} C${x1 + half},${y1} ${x2 - half},${y2} ${x2},${y2}` });
}

function pictureOf(box) {
  return s('g', { class: `box ${box.kind}` },
    s('title', {}, box.title),
    s('rect', { x: box.x, y: box.y, width: box.width, height: box.height, rx: 7 }),
    s('text', { class: 'name', x: box.x + 12, y: box.y + 19 }, cut(box.title)),
    s('text', { class: 'about', x: box.x + 12, y: box.y + 35 }, cut(box.about)),
    box.rows.map((row, i) => {
      const y = box.y + HEAD + i * ROW;
      return s('g', { class: `row ${row.kind}` },
        s('rect', { x: box.x + 5, y, width: box.width - 10, height: ROW - 2, rx: 4 }),
        s('text', { x: box.x + 12, y: y + 14.5 }, cut(row.text)),
        row.sign ? s('text', { class: 'sign', x: box.x + box.width - 12, y: y + 14.5,
          'text-anchor': 'end' }, row.sign) : '');
    }));
}

/** The picture of the answer in |region|, in a frame to scroll, above its list. */
export function draw(region) {
  const list = region.querySelector('.steps');
  if (!list) {
    return;
  }
  const boxes = boxesOf(region);
  const { width, height } = place(boxes);
  const left = list.children.length > MOST_BOXES ? `, first ${MOST_BOXES} steps` : '';
  const picture = h('div', { class: 'picture', tabindex: '0', role: 'group', 'aria-label': 'Picture of the walk' },
    s('svg', { viewBox: `0 0 ${width} ${height}`, width, height, role: 'img',
      'aria-label': `${boxes.map((box) => box.title).join(', then ')}${left}. The list below has every rule.` },
    s('defs', {}, s('marker', { id: 'arrow', viewBox: '0 0 8 8', refX: 1, refY: 4, markerWidth: 8,
      markerHeight: 8, markerUnits: 'userSpaceOnUse', orient: 'auto' }, s('path', { class: 'tip', d: 'M0,0 L8,4 L0,8 z' }))),
    boxes.filter((box) => box.cause).map(lineTo), boxes.map(pictureOf)));
  list.previousElementSibling.before(h('h3', {}, 'The walk'), picture);
}
