import { expect, it } from '@jest/globals';
import { begin, deployedBlocks } from './support/executions.js';
import { describeJourney, pageOf } from './support/service.js';
import { openVisit } from './support/visit.js';

const visit = openVisit();
/** A browser opens six connections to a server of HTTP/1.1. */
const tabs = 12;

describeJourney('twelve tabs of one browser', () => {
  it('are all live: each tells of a new execution, and each gets its answers', async () => {
    const work = { id: 'work', type: 'variables', name: 'Work', config: { values: { a: 1 } } };
    const workflow = await deployedBlocks('Journey tabs', [work], ['start -> work']);
    await begin(workflow);
    const first = await visit.signedIn('executions?workflow=Journey+tabs');
    const pages = [first];
    while (pages.length < tabs) {
      const page = await visit.page(first.context());
      await page.goto(pageOf('executions?workflow=Journey+tabs'));
      pages.push(page);
    }
    for (const page of pages) {
      await page.getByRole('row', { name: /Journey tabs/ }).waitFor();
      await page.getByText('Live', { exact: true }).waitFor();
    }
    await begin(workflow);
    for (const page of pages)
      await page.getByRole('button', { name: '1 new execution: show it' }).waitFor();
    await Promise.all(
      pages.map(async (page) => {
        await page.getByRole('button', { name: '1 new execution: show it' }).click();
        await page
          .getByRole('row', { name: /Journey tabs/ })
          .nth(1)
          .waitFor();
      }),
    );
    expect(pages).toHaveLength(tabs);
  });
});
