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

export async function faultsOf(page: Page): Promise<string[]> {
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
