/**
 * `node bench/dashboard/newcomer.mjs`: a person who has never seen the product, from `npm start` in
 * an empty data directory to webhook, request, condition and response deployed and called, and its
 * signed delivery verified by a receiver. Only what the pages show. Prints actions, and the time at
 * a person's pace.
 */
import { execFile } from 'node:child_process';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openBrowser } from '../../test/support/browser.ts';
import { closeAll, onClose, start, startStub } from '../product.mjs';
import { printLoad, viewport } from './editors.mjs';
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

async function main() {
  const [apiUrl, receiver, signInLink] = [
    `${await startStub()}/ok`,
    await openReceiver(),
    process.env.SIGN_IN_LINK ?? (await npmStart()),
  ];
  const browser = await openBrowser();
  onClose(() => browser.close());
  const context = await browser.newContext({ viewport });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  const person = personAt(page);
  printLoad();
  const startedAt = performance.now();
  try {
    await walk(page, person, { signInLink, apiUrl, receiver, terminal });
    await receiver.verified;
  } catch (error) {
    const shot = join(tmpdir(), 'flowledger-newcomer.png');
    await page.screenshot({ path: shot });
    console.error(`stopped after: ${person.actions.join('; ')}. See ${shot}`);
    throw error;
  }
  const machine = (performance.now() - startedAt) / 1_000;
  const seconds = machine + person.pace();
  for (const action of person.actions) console.log(`  ${action}`);
  console.log(
    `ours: ${person.actions.length} actions (bar: ${bars.actions}), ${(seconds / 60).toFixed(1)} minutes ` +
      `(bar: ${bars.minutes}): ${person.pace().toFixed(0)} s of a person, ${machine.toFixed(0)} s of the machine`,
  );
  if (person.actions.length > bars.actions) process.exitCode = 1;
}

try {
  await main();
} finally {
  await closeAll();
}
