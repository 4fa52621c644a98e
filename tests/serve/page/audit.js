// What is wrong with the page for its users, as a list of sentences. The test
// runs this as the body of a function, in each state of the page. Its arguments:
// the selectors of elements that are there once, and the fewest texts to see.
// SPDX-License-Identifier: MIT

const [once, fewest] = arguments;
const problems = [];

function seen(element) {
  const box = element.getBoundingClientRect();
  return box.width > 1 && box.height > 1 && getComputedStyle(element).visibility === 'visible';
}

function name(element) {
  return `${element.tagName.toLowerCase()}${element.id ? `#${element.id}` : ''}.${element.getAttribute('class') ?? ''}`;
}

// ---- Structure ----

const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
for (const id of new Set(ids.filter((id, i) => ids.indexOf(id) !== i))) {
  problems.push(`the id ${id} is used twice`);
}
for (const field of document.querySelectorAll('input:not([type=hidden]), select, textarea')) {
  if (!field.labels.length || field.labels[0].textContent.trim() === '') {
    problems.push(`${name(field)} has no label`);
  }
}
for (const button of document.querySelectorAll('button, a[href]')) {
  if (button.textContent.trim() === '') {
    problems.push(`${name(button)} has no text`);
  }
}
for (const attribute of ['aria-labelledby', 'aria-describedby', 'for']) {
  for (const element of document.querySelectorAll(`[${attribute}]`)) {
    if (!document.getElementById(element.getAttribute(attribute))) {
      problems.push(`${name(element)}: ${attribute} names nothing`);
    }
  }
}
for (const element of document.querySelectorAll('[tabindex], [role=region], [role=img], svg')) {
  if (!element.getAttribute('aria-label') && !element.getAttribute('aria-labelledby')) {
    problems.push(`${name(element)} has no name`);
  }
}
for (const tag of once) {
  if (document.querySelectorAll(tag).length !== 1) {
    problems.push(`not exactly one ${tag}`);
  }
}
for (const head of document.querySelectorAll('th')) {
  if (head.scope !== 'col') {
    problems.push('a head of a table has no scope');
  }
}
let level = 0;
for (const heading of document.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
  const own = Number(heading.tagName[1]);
  if (own > level + 1) {
    problems.push(`${name(heading)} "${heading.textContent}" follows a heading of level ${level}`);
  }
  level = own;
}
if (!document.documentElement.lang || document.title === '') {
  problems.push('the document has no language or no title');
}

// ---- Contrast (WCAG 2.2, 1.4.3) ----

const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });

/** A colour of CSS as numbers: red, green, blue, alpha. */
function numbers(colour) {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha / 255];
}

function over(top, ground) {
  return top.slice(0, 3).map((part, i) => part * top[3] + ground[i] * (1 - top[3]));
}

function luminance(colour) {
  const [red, green, blue] = colour.map((part) => part / 255)
    .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** What is painted behind |element|: the grounds of its ancestors; in a picture,
 * the rectangle of its row or box. */
function ground(element) {
  const layers = [];
  for (let at = element; at; at = at.parentElement) {
    const rect = at.closest('svg') && at.tagName === 'g' && at.querySelector(':scope > rect');
    const colour = rect ? getComputedStyle(rect).fill : getComputedStyle(at).backgroundColor;
    layers.push(colour === 'none' ? [0, 0, 0, 0] : numbers(colour));
  }
  return layers.reduceRight((below, layer) => over(layer, below), [255, 255, 255]);
}

const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
let counted = 0;
while (texts.nextNode()) {
  const element = texts.currentNode.parentElement;
  if (texts.currentNode.data.trim() === '' || !seen(element) || element.closest('.under, title, :disabled')) {
    continue;
  }
  const style = getComputedStyle(element);
  const below = ground(element);
  const colour = over(numbers(element.tagName === 'text' ? style.fill : style.color), below);
  counted++;
  if (contrast(colour, below) < 4.5) {
    problems.push(`contrast ${contrast(colour, below).toFixed(2)} of "${texts.currentNode.data.trim().slice(0, 30)}" in ${name(element)}`);
  }
}
if (counted < fewest) {
  problems.push(`only ${counted} texts were looked at`);
}
for (const field of document.querySelectorAll('input[placeholder]')) {
  const below = ground(field);
  if (contrast(over(numbers(getComputedStyle(field, '::placeholder').color), below), below) < 4.5) {
    problems.push(`contrast of the placeholder of ${name(field)}`);
  }
}
for (const field of document.querySelectorAll('input, select, textarea')) {
  const around = ground(field.parentElement);
  if (seen(field) && contrast(over(numbers(getComputedStyle(field).borderTopColor), around), around) < 3) {
    problems.push(`contrast of the border of ${name(field)}`);
  }
}

// ---- Width ----

if (document.documentElement.scrollWidth > window.innerWidth) {
  problems.push(`the page is ${document.documentElement.scrollWidth} wide, the window ${window.innerWidth}`);
}
return problems;
