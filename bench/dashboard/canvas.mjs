/**
 * `node bench/dashboard/canvas.mjs`: CPU of the main thread for each step of a pan over 500 and
 * 1,000 blocks, close by and far away, beside React Flow with all blocks in the page; for each step
 * of a pan and of a drag on the canvas that is edited; and the layout in its worker, with the
 * page's longest task meanwhile, beside dagre. STEPS (60). ONLY=pan, edit or layout.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { manyBlocks } from '../../apps/dashboard/gallery/canvas-samples.ts';
import { openBrowser } from '../../test/support/browser.ts';

const root = join(import.meta.dirname, '../..');
const steps = Number(process.env.STEPS ?? 60);
const folder = mkdtempSync(join(tmpdir(), 'flowledger-bench-'));
const types = { js: 'text/javascript', css: 'text/css', html: 'text/html' };

function built() {
  const vite = join(root, 'node_modules/.bin/vite');
  const config = join(root, 'apps/dashboard/vite.config.ts');
  const args = ['build', '--config', config, '--mode', 'gallery', '--outDir', folder];
  execFileSync(vite, [...args, '--emptyOutDir', '--logLevel', 'error'], { cwd: root });
}

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url, 'http://gallery');
  const name = pathname === '/' ? 'index.html' : pathname;
  readFile(join(folder, name)).then(
    (bytes) => response.setHeader('content-type', types[name.split('.').at(-1)] ?? '').end(bytes),
    () => response.writeHead(404).end(),
  );
});

async function open(browser, query) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`http://127.0.0.1:${server.address().port}/?${query}`);
  await page.locator('.react-flow__pane').waitFor();
  await page.evaluate(() => document.fonts.ready);
  return page;
}

const nextFrame = (page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(0))));

/** CPU of the page's main thread, so that other work on the machine counts little. */
async function cpuMs(page, work) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration').value * 1_000;
  };
  const before = await read();
  await work();
  const after = await read();
  await session.detach();
  return after - before;
}

async function panStep(page, start = async () => ({ x: 1_100, y: 700 })) {
  let from = await start();
  const move = async (isMoving) => {
    for (let step = 0; step < steps; step += 1) {
      if (isMoving) await page.mouse.move(from.x - step * 6, from.y - step * 5);
      await nextFrame(page);
    }
  };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await move(true);
  await page.mouse.up();
  from = await start();
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  const moving = await cpuMs(page, () => move(true));
  await page.mouse.up();
  const idle = await cpuMs(page, () => move(false));
  return (moving - idle) / steps;
}

async function pan(browser, blocks, isFar) {
  const zoom = isFar ? 0.08 : 1;
  const ours = await open(browser, `canvas=${blocks}`);
  await ours.getByRole('tree').focus();
  await ours.keyboard.press(isFar ? '0' : '1');
  await ours.waitForFunction(
    (far) => (document.querySelector('canvas[class*=overview]') !== null) === far,
    isFar,
  );
  // The view glides for 240 ms.
  for (let frame = 0; frame < 40; frame += 1) await nextFrame(ours);
  const own = await panStep(ours);
  await ours.close();
  const plain = await open(browser, `canvas=${blocks}&control=${zoom}`);
  await plain
    .locator('.react-flow__node')
    .nth(blocks - 1)
    .waitFor({ state: 'attached' });
  const control = await panStep(plain);
  await plain.close();
  console.log(
    `pan, ${blocks} blocks, ${isFar ? 'all visible' : 'zoom 1'}: ${own.toFixed(1)} ms a step (bar: 12); ` +
      `all in the page: ${control.toFixed(1)} ms, ${(control / own).toFixed(1)} times as much`,
  );
}

/** Moves a block to and fro, so that it stays in view. */
async function dragStep(page, from) {
  const move = async (isMoving) => {
    for (let step = 0; step < steps; step += 1) {
      const turn = (step / steps) * 2 * Math.PI;
      const [x, y] = [from.x + 160 * Math.sin(turn), from.y + 120 * Math.sin(2 * turn)];
      if (isMoving) await page.mouse.move(x, y);
      await nextFrame(page);
    }
  };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await move(true);
  const moving = await cpuMs(page, () => move(true));
  await page.locator('[data-dragging=block]').waitFor();
  await page.keyboard.press('Escape');
  await page.mouse.up();
  const idle = await cpuMs(page, () => move(false));
  return (moving - idle) / steps;
}

/** Where a press pans, as nothing is there to be edited. */
async function ground(page) {
  for (let y = 760; y > 300; y -= 20)
    for (let x = 1_300; x > 500; x -= 40) {
      await page.mouse.move(x, y);
      if ((await page.locator('[data-thing=ground]').count()) > 0) return { x, y };
    }
  throw new Error('The blocks leave no ground');
}

/** A block in the middle of the stage, with room around it. */
const aBlock = (page) =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll('.react-flow__node-block')].map((node) =>
      node.getBoundingClientRect(),
    );
    const away = ({ x, y }) => Math.hypot(x - 600, y - 420);
    const [nearest] = boxes.toSorted((a, b) => away(a) - away(b));
    return { x: nearest.x + 100, y: nearest.y + 26 };
  });

async function edit(browser, blocks) {
  const page = await open(browser, `canvas=${blocks}&edited`);
  await page.getByRole('tree').focus();
  await page.keyboard.press('1');
  for (let frame = 0; frame < 40; frame += 1) await nextFrame(page);
  const one = await dragStep(page, await aBlock(page));
  await page.keyboard.press('Control+a');
  const all = await dragStep(page, await aBlock(page));
  await page.keyboard.press('Escape');
  const panned = await panStep(page, () => ground(page));
  await page.getByRole('tree').focus();
  await page.keyboard.press('0');
  await page.locator('canvas[class*=overview]').waitFor();
  for (let frame = 0; frame < 40; frame += 1) await nextFrame(page);
  const overview = await panStep(page, () => ground(page));
  await page.close();
  console.log(
    `edited, ${blocks} blocks, zoom 1: drag of one ${one.toFixed(1)} ms a step, ` +
      `of all ${all.toFixed(1)} ms, pan ${panned.toFixed(1)} ms; ` +
      `pan with all visible ${overview.toFixed(1)} ms (bar: 12)`,
  );
}

async function layout(browser, blocks) {
  const page = await browser.newPage();
  await page.addInitScript(() => {
    window.longTasks = [];
    new PerformanceObserver((list) => window.longTasks.push(...list.getEntries())).observe({
      type: 'longtask',
      buffered: true,
    });
  });
  await page.goto(`http://127.0.0.1:${server.address().port}/?canvas=${blocks}`);
  await page.waitForFunction(() => performance.getEntriesByName('canvas layout').length > 0);
  const { ms, longest } = await page.evaluate(() => {
    const [{ startTime, duration }] = performance.getEntriesByName('canvas layout');
    const during = window.longTasks.filter(
      (task) => task.startTime > startTime && task.startTime < startTime + duration,
    );
    return { ms: duration, longest: Math.max(0, ...during.map((task) => task.duration)) };
  });
  await page.close();
  console.log(
    `layout, ${blocks} blocks: ${ms.toFixed(0)} ms with the start of its worker (bar at 200: 400), ` +
      `longest task meanwhile ${longest.toFixed(0)} ms; dagre in a fresh process: ${dagreMs(blocks)} ms`,
  );
}

/** Without containers: each block by itself. */
function dagreMs(blocks) {
  const script = `
    import { graphlib, layout } from '@dagrejs/dagre';
    const { blocks, edges } = ${JSON.stringify(manyBlocks(blocks))};
    const graph = new graphlib.Graph({ multigraph: true });
    graph.setGraph({}).setDefaultEdgeLabel(() => ({}));
    for (const { id } of blocks) graph.setNode(id, { width: 216, height: 52 });
    edges.forEach(({ from, to }, at) => graph.setEdge(from, to, {}, String(at)));
    const startedAt = performance.now();
    layout(graph);
    console.log(Math.round(performance.now() - startedAt));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: root,
    encoding: 'utf8',
  });
  return stdout.trim();
}

built();
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const browser = await openBrowser();
try {
  const isAsked = (part) => [undefined, part].includes(process.env.ONLY);
  if (isAsked('pan'))
    for (const blocks of [500, 1_000])
      for (const isFar of [false, true]) await pan(browser, blocks, isFar);
  if (isAsked('edit')) for (const blocks of [500, 1_000]) await edit(browser, blocks);
  if (isAsked('layout')) for (const blocks of [200, 1_000]) await layout(browser, blocks);
} finally {
  await browser.close();
  server.close();
  rmSync(folder, { recursive: true, force: true });
}
