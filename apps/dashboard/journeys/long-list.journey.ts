import { expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { eventually } from '../../../test/support/eventually.js';
import { fillWorkspace } from './support/many-logs.js';
import { describeJourney, service } from './support/service.js';
import { openVisit, signIn } from './support/visit.js';

const visit = openVisit();
const logs = 100_000;
/** Twenty pages of the API. */
const farDown = 2_000;
/** What the page may hold of them, however many were read. */
const mostInPage = 100;

interface Shown {
  readonly index: number;
  readonly name: string;
}

const shownIn = (rows: Locator): Promise<Shown[]> =>
  rows.evaluateAll((elements) =>
    elements.map((row) => ({
      // The header is the first row.
      index: Number(row.getAttribute('aria-rowindex')) - 1,
      name: row.querySelector('a')?.textContent ?? '',
    })),
  );

describeJourney('a list of 100,000 executions', () => {
  it('is read on and on by the keyboard, with each row once and few of them in the page', async () => {
    const { workspaceId, apiKey } = await fillWorkspace(logs);
    const page = await visit.page(await visit.person());
    await signIn(page, apiKey);
    await page.goto(`${service.url}/w/${workspaceId}/executions`);
    const rows = page.locator('[role=rowgroup] [role=row][aria-rowindex]:has(a)');
    await rows.first().waitFor();
    await page.getByRole('grid', { name: 'Executions' }).focus();
    await eventually(
      'row 2,000 is shown',
      async () => {
        await page.keyboard.press('End');
        const shown = await shownIn(rows);
        expect(shown.length).toBeLessThan(mostInPage);
        expect(shown).toEqual(shown.map(({ index }) => ({ index, name: `Run ${index}` })));
        return shown.some(({ index }) => index >= farDown);
      },
      { withinMs: 60_000 },
    );
    await eventually('the newest is shown', async () => {
      await page.keyboard.press('Home');
      return (await shownIn(rows))[0]?.index === 1;
    });
  });
});
