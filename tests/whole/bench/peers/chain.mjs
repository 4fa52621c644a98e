// Chains of four queries with node's dns.promises: PORT COUNT [IN-FLIGHT].
//
// SPDX-License-Identifier: MIT
import { promises as dns } from 'node:dns';

const [port, count, inFlight = 1] = process.argv.slice(2).map(Number);
const resolver = new dns.Resolver();
resolver.setServers([`127.0.0.1:${port}`]);

function rewrite(field, urn) {
  const [, ere, replacement, flags] = field.split(field[0]);
  const match = new RegExp(ere, flags).exec(urn);
  return replacement.replace(/\\([0-9])/g, (_, digit) => match[digit]);
}

async function resolve(urn) {
  let key = `${urn.slice(4, 12)}.test`;
  for (let flags = ''; flags !== 's';) {
    const rules = await resolver.resolveNaptr(key);
    rules.sort((a, b) => a.order - b.order || a.preference - b.preference);
    flags = rules[0].flags;
    key = rules[0].regexp ? rewrite(rules[0].regexp, urn) : rules[0].replacement;
  }
  const servers = await resolver.resolveSrv(key);
  if (servers[0].port !== 80) {
    throw new Error('another port');
  }
}

let next = 0;
async function work() {
  while (next < count) {
    const number = String(next++ % 50000).padStart(5, '0');
    await resolve(`urn:k9-${number}:x`);
  }
}

await Promise.all(Array.from({ length: inFlight }, work));
