/** Faults that axe finds in what a page shows, at levels A and AA. Nothing is left out. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const require = createRequire(import.meta.url);
const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
let source: string | undefined;

interface Found {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

/** Colours half way between two states are nobody's: what moves comes to rest, spinners go on. */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((frame) => requestAnimationFrame(frame));
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

export async function faultsOf(page: Page): Promise<string[]> {
  await atRest(page);
  source ??= await readFile(require.resolve('axe-core/axe.min.js'), 'utf8');
  // By the debugger: the page's policy does not let a script in.
  await page.evaluate(source);
  // Only an experimental rule reads style sheets; one that failed offline would be made inline.
  const options = JSON.stringify({ runOnly: levels, preload: false });
  const { violations } = await page.evaluate<Found>(`axe.run(document, ${options})`);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${html} ${failureSummary}`),
  );
}
