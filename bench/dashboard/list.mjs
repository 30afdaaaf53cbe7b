/**
 * `node bench/dashboard/list.mjs`: the executions list in a browser on LOGS (10,000,000) logs, 30 %
 * of them in its workspace. SAMPLES (10) of: coming back to the list, and reading the page anew, up
 * to the first rows; filtering for errors. Then scrolling through ROWS (5,000) rows, and how long
 * the list was blank meanwhile. As in bench/logs.mjs, LOGS_DIR keeps the database. Build first.
 */
import { keyOf } from '../logs-client.mjs';
import { openLogs, serveLogs, startLogsPostgres } from '../logs-database.mjs';
import { idOf } from '../logs-shapes.mjs';
import { closeAll } from '../product.mjs';
import { signedIn } from './signed-in.mjs';

const logs = Number(process.env.LOGS ?? 10_000_000);
const samples = Number(process.env.SAMPLES ?? 10);
const rows = Number(process.env.ROWS ?? 5_000);
const workspaceId = idOf('w', 0);
const rowOfList = '[role=row][aria-rowindex]:has([role=gridcell])';

/** Resolves in the frame in which every row shown has this status; '' for any. */
const shown = (page, status) =>
  page.evaluate(
    ([selector, word]) =>
      new Promise((resolve) => {
        const look = () => {
          const found = [...document.querySelectorAll(selector)];
          const fits = found.every((row) =>
            row.querySelector('[data-column=status]').textContent.includes(word),
          );
          if (found.length > 0 && fits) requestAnimationFrame(() => resolve());
          else requestAnimationFrame(look);
        };
        look();
      }),
    [rowOfList, status],
  );

/** @returns {Promise<{ blankMs: number, rows: number, ms: number }>} blank for at most `blankMs` */
const scrolled = (page) =>
  page.evaluate(
    ([selector, wanted]) =>
      new Promise((resolve) => {
        const list = document.querySelector('[role=grid]').parentElement;
        const startedAt = performance.now();
        let [blankMs, rowAt, seen] = [0, startedAt, 0];
        const look = (now) => {
          const box = list.getBoundingClientRect();
          const row = document
            .elementFromPoint(box.left + 40, box.top + box.height / 2)
            ?.closest(selector);
          if (row) {
            rowAt = now;
            seen = Number(row.getAttribute('aria-rowindex'));
          } else blankMs = Math.max(blankMs, now - rowAt);
          if (seen >= wanted || now - startedAt > 60_000)
            resolve({ blankMs, rows: seen, ms: now - startedAt });
          else {
            list.scrollBy({ top: 120, behavior: 'instant' });
            requestAnimationFrame(look);
          }
        };
        requestAnimationFrame(look);
      }),
    [rowOfList, rows],
  );

const figures = (values) => {
  const sorted = values.toSorted((a, b) => a - b);
  const [middle, most] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted.at(-1)];
  return `p50 ${middle.toFixed(0)} ms, most ${most.toFixed(0)} ms`;
};

async function main() {
  const server = await startLogsPostgres();
  const url = await serveLogs('api', await openLogs(server, logs));
  const page = await signedIn(url, keyOf(workspaceId));
  const [first, again, filtered] = [[], [], []];
  for (let sample = 0; sample < samples; sample += 1) {
    const openedAt = performance.now();
    await page.goto(`${url}/w/${workspaceId}/executions`, { waitUntil: 'commit' });
    await shown(page, '');
    first.push(performance.now() - openedAt);
    await page.getByRole('link', { name: /^Workflows/ }).click();
    await page.getByRole('heading', { name: 'Workflows' }).waitFor();
    const pressedAt = performance.now();
    await page.getByRole('link', { name: /^Executions/ }).click();
    await shown(page, '');
    again.push(performance.now() - pressedAt);
    const field = page.getByRole('combobox', { name: 'Filter executions' });
    await field.fill('status:error');
    const askedAt = performance.now();
    await field.press('Enter');
    await shown(page, 'Failed');
    filtered.push(performance.now() - askedAt);
  }
  console.log(`${logs} logs`);
  console.log(`first rows, warm page: ${figures(again)} (bar: 400)`);
  console.log(`first rows, page read anew: ${figures(first)}`);
  console.log(`status:error: ${figures(filtered)} (bar: 1,200)`);
  await page.goto(`${url}/w/${workspaceId}/executions`);
  await shown(page, '');
  const { blankMs, rows: passed, ms } = await scrolled(page);
  const rate = ((passed * 1_000) / ms).toFixed(0);
  console.log(
    `scrolled through ${passed} rows, ${rate} a second: blank for at most ${blankMs.toFixed(0)} ms (bar: 100)`,
  );
}

try {
  await main();
} finally {
  await closeAll();
}
