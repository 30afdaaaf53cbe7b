/**
 * `node bench/dashboard/editor-keys.mjs`: CPU of the main thread for each key in a field of a
 * block, while the run before it has an output of 2 MB; and the time from the key to its frame.
 * Beside it the same field of a workflow whose run answered 2 kB. KEYS (40).
 */
import { createServer } from 'node:http';
import { closeAll, onClose } from '../product.mjs';
import { cleanPage, editorPath, openEditors, printLoad } from './editors.mjs';
import { cpuMs } from './main-thread.mjs';

const keys = Number(process.env.KEYS ?? 40);
const bar = 16;
const typed = '<fetch.data.items[12].name> and <fetch.data.items[3].city>';

const item = (at) => ({ id: at, name: `Order ${at}`, city: `City ${at % 97}`, cents: at * 7 });
const answers = { small: 25, large: 30_000 };

async function openAnswers() {
  const server = createServer((request, response) => {
    const count = answers[request.url.slice(1)] ?? 0;
    const items = Array.from({ length: count }, (_, at) => item(at));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ items }));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  onClose(() => (server.close(), server.closeAllConnections()));
  return `http://127.0.0.1:${server.address().port}`;
}

const definitionOf = (url) => ({
  blocks: [
    { id: 'start', type: 'api_trigger', name: 'Start', config: {} },
    { id: 'fetch', type: 'api', name: 'Fetch', config: { method: 'GET', url } },
    { id: 'send', type: 'api', name: 'Send', config: { method: 'GET', url } },
  ],
  edges: [
    { from: 'start', to: 'fetch' },
    { from: 'fetch', to: 'send' },
  ],
});

/** A workflow that ran once, and the bytes of its first call's output. */
async function ran({ baseUrl, apiKey }, name, url) {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  const call = async (path, body) => {
    const answer = await fetch(`${baseUrl}/api/v1${path}`, {
      method: 'POST',
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()).data;
  };
  const { id } = await call('/workflows', { name, definition: definitionOf(url) });
  await call(`/workflows/${id}/deploy`);
  await call(`/workflows/${id}/execute`, {});
  return id;
}

/** Milliseconds from each key to the frame after it. */
const watchKeys = () => {
  globalThis.keyToFrameMs = [];
  addEventListener(
    'keydown',
    ({ timeStamp }) =>
      requestAnimationFrame(() => globalThis.keyToFrameMs.push(performance.now() - timeStamp)),
    { capture: true },
  );
};

async function measured(editor, id) {
  const { page, session, close } = await cleanPage(editor);
  try {
    await page.addInitScript(watchKeys);
    await page.goto(editor.baseUrl + editorPath(editor.workspaceId, id));
    await page.getByText('Send', { exact: true }).first().click();
    const field = page.getByRole('textbox', { name: 'URL', exact: true });
    await field.focus();
    await page.locator('.cm-content:focus').waitFor();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('https://');
    await page.evaluate('globalThis.keyToFrameMs = []');
    const busy = [];
    for (let at = 0; at < keys; at += 1) {
      const key = typed[at % typed.length];
      busy.push(await cpuMs(session, () => page.keyboard.type(key)));
    }
    return { busy, frames: await page.evaluate('globalThis.keyToFrameMs') };
  } finally {
    await close();
  }
}

const at = (values, share) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)].toFixed(1);

async function main() {
  process.env.N8N = 'off';
  const [ours] = await openEditors([]);
  const url = await openAnswers();
  printLoad();
  for (const name of Object.keys(answers)) {
    const id = await ran(ours, name, `${url}/${name}`);
    const { busy, frames } = await measured(ours, id);
    const bytes = (await (await fetch(`${url}/${name}`)).text()).length;
    console.log(
      `key with an output of ${(bytes / 1e6).toFixed(3)} MB: p50 ${at(busy, 0.5)}, p95 ${at(busy, 0.95)}, ` +
        `most ${at(busy, 1)} ms of the main thread (bar: ${bar}); ` +
        `to its frame p50 ${at(frames, 0.5)}, p95 ${at(frames, 0.95)} ms`,
    );
  }
}

try {
  await main();
} finally {
  await closeAll();
}
