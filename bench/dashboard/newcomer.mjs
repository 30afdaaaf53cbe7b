/**
 * `node bench/dashboard/newcomer.mjs`: a person who has never seen the product, from `npm start` in
 * an empty data directory to webhook, request, condition and response deployed and called, and its
 * signed delivery verified by a receiver. Only what the pages show. Prints actions, and the time at
 * a person's pace; beside it those of n8n from its first page, without the delivery (`N8N=off`
 * leaves it out).
 */
import { execFile } from 'node:child_process';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openBrowser } from '../../test/support/browser.ts';
import { startN8n } from '../n8n-peer.mjs';
import { closeAll, onClose, start, startStub } from '../product.mjs';
import { printLoad, viewport } from './editors.mjs';
import { walkN8n } from './newcomer/n8n.mjs';
import { walk } from './newcomer/ours.mjs';
import { personAt } from './person.mjs';

const bars = { actions: 25, minutes: 5 };
const patienceMs = 90_000;

/** @returns a receiver, and the promise of the first delivery whose signature fits */
async function openReceiver() {
  let secret = null;
  const verified = Promise.withResolvers();
  const server = createServer((request, response) => {
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      const isOurs = fits(secret, request.headers['service-signature'], Buffer.concat(parts));
      response.writeHead(isOurs ? 200 : 401).end();
      if (isOurs) verified.resolve();
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  onClose(() => (server.close(), server.closeAllConnections()));
  const useSecret = (text) => (secret = text.trim());
  return {
    url: `http://127.0.0.1:${server.address().port}/orders`,
    useSecret,
    verified: verified.promise,
  };
}

/** As the docs for receivers show it. */
function fits(secret, header, body) {
  const [, time, signature] = /^t=(\d+),v1=([0-9a-f]{64})/.exec(header ?? '') ?? [];
  if (secret === null || signature === undefined) return false;
  const computed = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  return timingSafeEqual(computed, Buffer.from(signature, 'hex'));
}

/** @returns the link of the last line */
async function npmStart() {
  const dataDir = mkdtempSync(join(tmpdir(), 'flowledger-newcomer-'));
  onClose(() => rmSync(dataDir, { recursive: true, force: true }));
  const link = /^sign in[^:]*: (\S+)$/m;
  const { output } = await start(
    [join(import.meta.dirname, '../../scripts/start.mjs')],
    { DATA_DIR: dataDir, PORT: '0' },
    (text) => link.test(text),
  );
  return link.exec(output)[1];
}

const terminal = async (command) => {
  const { stdout } = await promisify(execFile)('bash', ['-c', command]);
  return stdout;
};

/** Beside each other: how far a person came, and what it took. */
const line = (name, { actions, pace, machine }, end = '') =>
  `${name}: ${actions} actions, ${((pace + machine) / 60).toFixed(1)} minutes: ` +
  `${pace.toFixed(0)} s of a person, ${machine.toFixed(0)} s of the machine${end}`;

const between = (from, to) =>
  Object.fromEntries(Object.entries(to).map(([name, value]) => [name, value - from[name]]));

/** @returns what the walk answered, and all that it took */
async function walked(browser, walk, given) {
  const context = await browser.newContext({ viewport });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  const person = personAt(page);
  const begin = person.mark();
  try {
    const marks = await walk(page, person, given);
    for (const action of person.actions) console.log(`  ${action}`);
    return { marks, begin, whole: between(begin, person.mark()) };
  } catch (error) {
    const shot = join(tmpdir(), 'flowledger-newcomer.png');
    await page.screenshot({ path: shot });
    console.error(`stopped after: ${person.actions.join('; ')}. See ${shot}`);
    throw error;
  } finally {
    await context.close();
  }
}

async function ours(browser, apiUrl) {
  const [receiver, signInLink] = [
    await openReceiver(),
    process.env.SIGN_IN_LINK ?? (await npmStart()),
  ];
  const walkAll = async (...given) => {
    const marks = await walk(...given);
    await receiver.verified;
    return marks;
  };
  const given = { signInLink, apiUrl, receiver, terminal };
  const { marks, whole } = await walked(browser, walkAll, given);
  const end = ` (bars: ${bars.actions} actions, ${bars.minutes} minutes)`;
  if (whole.actions > bars.actions) process.exitCode = 1;
  return [
    line('ours', whole, end),
    line('ours without the delivery', between(between(marks.begins, marks.ends), whole)),
  ];
}

async function n8n(browser, apiUrl) {
  const { baseUrl } = await startN8n([], null);
  const { marks, begin, whole } = await walked(browser, walkN8n, { baseUrl, apiUrl, terminal });
  const { signedIn, restedSeconds } = marks;
  const taken = { ...whole, machine: whole.machine - restedSeconds };
  return [
    line('n8n without a delivery', taken),
    line('n8n from its account on', between(between(begin, signedIn), taken)),
  ];
}

async function main() {
  const apiUrl = `${await startStub()}/ok`;
  const browser = await openBrowser();
  onClose(() => browser.close());
  printLoad();
  const lines = await ours(browser, apiUrl);
  if (process.env.N8N !== 'off') lines.push(...(await n8n(browser, apiUrl)));
  for (const text of lines) console.log(text);
}

try {
  await main();
} finally {
  await closeAll();
}
