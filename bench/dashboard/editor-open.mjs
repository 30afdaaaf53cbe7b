/**
 * `node bench/dashboard/editor-open.mjs`: the same workflow of 30 blocks opened in our editor and
 * in n8n's, with an empty cache, until a drag moves a block. First the scripts that were needed for
 * it, as gzip; then SAMPLES (5) in turn at 10 Mbit/s, 40 ms and a CPU four times slower. N8N=off.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeAll } from '../product.mjs';
import { cleanPage, holdOf, nextFrame, openEditors, printLoad } from './editors.mjs';

const blocks = 30;
const samples = Number(process.env.SAMPLES ?? 5);
const taken = 'Step 12';
const patienceMs = 120_000;
const shot = join(tmpdir(), 'flowledger-editor-open.png');
const bytesPerSecond = 10e6 / 8;
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)];

async function slowDown(session) {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 40,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

/** Scripts that were read so far: bytes as gzip, and of heads. Brotli is asked for by none. */
async function countScripts(session) {
  await session.send('Network.enable');
  await session.send('Network.setExtraHTTPHeaders', { headers: { 'accept-encoding': 'gzip' } });
  const [heads, sizes] = [new Map(), new Map()];
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type !== 'Script') return;
    heads.set(requestId, response.encodedDataLength);
    const encoding = response.headers['content-encoding'] ?? 'none';
    if (encoding === 'br') throw new Error(`${response.url} was sent as brotli`);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    sizes.set(requestId, encodedDataLength),
  );
  return () => {
    const read = [...sizes].filter(([id]) => heads.has(id));
    const headBytes = read.reduce((sum, [id]) => sum + heads.get(id), 0);
    const allBytes = read.reduce((sum, [, bytes]) => sum + bytes, 0);
    return {
      files: read.length,
      kilobytes: (allBytes - headBytes) / 1_000,
      headKilobytes: headBytes / 1_000,
      requests: sizes.size,
    };
  };
}

/** Takes hold of a block again and again, until it stays where it was dropped. */
async function untilDragged(page, editor) {
  const end = performance.now() + patienceMs;
  for (let tries = 0; performance.now() < end;) {
    const from = await holdOf(page, editor, taken);
    if (from === null) {
      await nextFrame(page);
      continue;
    }
    tries += 1;
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    for (let step = 1; step <= 4; step += 1)
      await page.mouse.move(from.x + 12 * step, from.y + 8 * step);
    await page.mouse.up();
    await nextFrame(page);
    const to = await holdOf(page, editor, taken);
    if (to !== null && Math.hypot(to.x - from.x, to.y - from.y) > 16)
      return { at: performance.now(), tries };
  }
  await page.screenshot({ path: shot });
  throw new Error(`No block of ${page.url()} could be dragged: see ${shot}`);
}

async function opened(editor, copy, prepare) {
  const { page, session, close } = await cleanPage(editor);
  try {
    const counted = await prepare(session);
    const startedAt = performance.now();
    await page.goto(editor.addresses[blocks][copy], { waitUntil: 'commit' });
    const { at, tries } = await untilDragged(page, editor);
    return { ms: at - startedAt, tries, ...counted?.() };
  } finally {
    await close();
  }
}

async function main() {
  const editors = await openEditors([blocks], samples + 1);
  printLoad();
  const read = {};
  for (const editor of editors) {
    read[editor.name] = await opened(editor, samples, countScripts);
    const { kilobytes, headKilobytes, files, requests } = read[editor.name];
    console.log(
      `scripts before the first drag, ${editor.name}: ${kilobytes.toFixed(0)} kB gzip ` +
        `and ${headKilobytes.toFixed(0)} kB of heads, ${files} files, ${requests} answers in all` +
        (editor.name === 'ours' ? ' (bar: 380 kB)' : ''),
    );
  }
  const times = Object.fromEntries(editors.map(({ name }) => [name, []]));
  for (let sample = 0; sample < samples; sample += 1)
    for (const editor of editors)
      times[editor.name].push((await opened(editor, sample, slowDown)).ms);
  for (const [name, values] of Object.entries(times))
    console.log(
      `cold open to the first drag, ${name}: median ${median(values).toFixed(0)} ms ` +
        `(${values.map((ms) => ms.toFixed(0)).join(', ')})` +
        (name === 'ours' ? ' (bar: 2,500)' : ''),
    );
  if (times.n8n === undefined) return;
  const ratio = (n8n, ours) => (n8n / ours).toFixed(1);
  console.log(
    `n8n needs ${ratio(read.n8n.kilobytes, read.ours.kilobytes)} times the scripts and ` +
      `${ratio(median(times.n8n), median(times.ours))} times the time (bar: 4)`,
  );
  printLoad();
}

try {
  await main();
} finally {
  await closeAll();
}
