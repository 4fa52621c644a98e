// The zone editor: findings, which the server lists, are underlined in it, and
// corrected by a click.
// SPDX-License-Identifier: MIT

const MOST_UNDERLINED = 100000; // characters; the browser lays all of them out

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true }); // keeps it

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

/** The range in |text| of the place that |element| is about. */
function rangeOf(text, starts, element) {
  const [line, column, endLine, endColumn] = element.dataset.place.split(' ').map(Number);
  const begin = indexOf(text, starts, line, column);
  return [begin, Math.max(begin, indexOf(text, starts, endLine, endColumn))];
}

/** The editor: the text, its findings in |region|, and the corrections made. */
export class Zone {
  constructor(textarea, under, undo, region, onChange) {
    this.textarea = textarea;
    this.under = under;
    this.undo = undo;
    this.onChange = onChange;
    this.past = [];
    textarea.addEventListener('scroll', () => this.scroll());
    textarea.addEventListener('input', () => this.edited());
    undo.addEventListener('click', () => this.takeBack());
    region.addEventListener('click', (event) => this.clicked(event));
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
    this.made = this.text;
    this.edited();
    this.onChange(why);
  }

  /** What was typed after the correction comes back with the next Undo. */
  takeBack() {
    const text = this.past.pop();
    if (text !== undefined) {
      if (this.text !== this.made) {
        this.past.push(this.text);
      }
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

  /** Underline the findings in |region|, which are those of |text|, if that is
   * still what the editor has. */
  underline(region, text) {
    this.checked = text;
    this.starts = lineStarts(text);
    this.under.replaceChildren();
    if (text !== this.text || text.length > MOST_UNDERLINED) {
      return;
    }
    const ranges = Array.from(region.querySelectorAll('.finding[data-place]'), (finding) =>
      [...rangeOf(text, this.starts, finding), finding.dataset.severity]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
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

  clicked(event) {
    const element = event.target.closest('.place, .apply')?.closest('[data-place]');
    if (!element) {
      return;
    }
    event.preventDefault();
    if (this.checked !== this.text) {
      this.onChange('The zone has changed: it is checked again.');
      return;
    }
    const range = rangeOf(this.text, this.starts, element);
    if (element.dataset.record === undefined) {
      this.select(range);
    } else {
      this.set(this.text.slice(0, range[0]) + element.dataset.record + this.text.slice(range[1]),
        `Correction of line ${element.dataset.place.split(' ')[0]} applied.`);
    }
  }

  select(range) {
    this.textarea.focus();
    this.textarea.setSelectionRange(range[0], range[1]);
    const line = this.text.slice(0, range[0]).split('\n').length;
    const height = parseFloat(getComputedStyle(this.textarea).lineHeight);
    this.textarea.scrollTop = Math.max(0, (line - 4) * height);
  }
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
