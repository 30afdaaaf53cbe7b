import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../../../test/support/eventually.js';
import { begin, blockRow, treeOf } from './support/executions.js';
import { deployedLargeRun } from './support/large-run.js';
import { api, describeJourney } from './support/service.js';
import { openVisit } from './support/visit.js';

const visit = openVisit();
/** With the loop and the block that fails, 10,000 blocks: all that a trace has. */
const iterations = 4_999;
const badIteration = 4_321;
/** What the page may hold of them. */
const mostInPage = 100;

const isChosen = (page: Page, row: Locator): Promise<void> =>
  row.and(page.locator('[aria-selected=true]')).waitFor();

describeJourney('an execution of 10,000 blocks', () => {
  it('opens, leads to its error, shows its iterations by pages, and is scrolled to their end', async () => {
    const id = await begin(await deployedLargeRun(iterations, badIteration));
    await eventually('it has ended', async () => {
      const { data } = await api<{ endedAt: string | null }>('GET', `/executions/${id}`);
      return data.endedAt;
    });
    const page = await visit.signedIn(`executions/${id}`);
    const rows = treeOf(page).getByRole('treeitem');
    const inPage = async (): Promise<number> => {
      const count = await rows.count();
      expect(count).toBeLessThan(mostInPage);
      return count;
    };
    const loop = blockRow(page, /Each line/);
    await loop.getByText('4,998 of 4,999').waitFor();
    expect(await inPage()).toBeGreaterThan(2);

    await rows.first().click();
    await page.keyboard.press('e');
    await isChosen(page, blockRow(page, /Refuse line/));
    await page.getByRole('complementary').getByText('This line is bad').first().waitFor();
    await inPage();

    // The iteration that failed comes first; the others follow in pages of 100.
    await treeOf(page).focus();
    await page.keyboard.press('End');
    const more = blockRow(page, /^Show 100 more of 4,899 iterations/);
    await more.click();
    await page.keyboard.press('End');
    await blockRow(page, /^Show 100 more of 4,799 iterations/).waitFor();
    await blockRow(page, /Iteration 198\b/).click();
    await page.keyboard.press('ArrowRight');
    await blockRow(page, /Check line/).waitFor();
    await inPage();
    await page.reload();
    await isChosen(page, blockRow(page, /Iteration 198\b/));
    await page.getByRole('textbox', { name: /^Find a block/ }).fill('Refuse');
    await blockRow(page, /Refuse line/).waitFor();
    await eventually('only what was found is listed', async () => (await rows.count()) === 4);
  });
});
