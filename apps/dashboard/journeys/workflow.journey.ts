/** A workflow and its page: the editor, whose address holds what it shows. */
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { deployed, describeJourney, pageOf } from './support/service.js';
import { openVisit } from './support/visit.js';

const visit = openVisit();

const blockPanel = (page: Page) => page.getByRole('complementary', { name: 'Work', exact: true });
/** On the canvas: the palette has words of its own, and is there before the blocks are. */
const block = (page: Page, name: string) =>
  page.locator('.react-flow').getByText(name, { exact: true });
const isAt = (page: Page, wanted: Readonly<Record<string, string>>): Promise<void> =>
  page.waitForURL(({ searchParams }) =>
    Object.entries(wanted).every(([name, value]) => (searchParams.get(name) ?? '') === value),
  );
const titleIs = (page: Page, title: string) =>
  page.waitForFunction((wanted) => window.document.title === wanted, title);

describeJourney('the page of a workflow', () => {
  it('is found in the list, shows how it is called, and runs it', async () => {
    const workflow = await deployed('called', { body: { id: '<webhook.body.id>' } });
    const page = await visit.signedIn('workflows?q=Journey+called');
    await page
      .getByRole('row', { name: /Journey called/ })
      .getByRole('link')
      .click();
    await page.waitForURL(pageOf(`workflows/${workflow.id}`));
    const url = page.getByRole('group', { name: 'Trigger URL' });
    await url.getByTitle(new URL(workflow.triggerUrl).pathname, { exact: false }).waitFor();
    await titleIs(page, 'Journey called · Flowledger');

    await page.getByRole('button', { name: 'Run draft' }).click();
    const input = page.getByLabel('Input');
    await input.fill('{"id":');
    await page.getByText(/^This is no JSON/).waitFor();
    await input.fill('{"id":9007199254740993}');
    await page.getByRole('dialog').getByRole('button', { name: /^Run/ }).click();
    await page.waitForURL(({ searchParams }) => searchParams.has('run'));
    await page
      .getByText(/^Succeeded in/)
      .last()
      .waitFor();
  });

  it('has what it shows in its address, and back closes a panel', async () => {
    const { id } = await deployed('addressed', { body: { ok: true } });
    const page = await visit.signedIn('workflows?q=Journey+addressed');
    await page.goto(pageOf(`workflows/${id}/edit?side=webhooks`));
    await page.waitForURL(pageOf(`workflows/${id}?side=webhooks`));
    const webhooks = page.getByRole('complementary', { name: 'Webhooks of this workflow' });
    await webhooks.waitFor();
    await page.reload();
    await webhooks.waitFor();
    await webhooks.getByRole('button', { name: 'Close' }).click();
    await isAt(page, { side: '' });

    await block(page, 'Work').click();
    await blockPanel(page).waitFor();
    await isAt(page, { block: 'work' });
    await page.reload();
    await blockPanel(page).waitFor();
    await page.goBack();
    await blockPanel(page).waitFor({ state: 'detached' });
    await isAt(page, { block: '' });
    await page.goForward();
    await blockPanel(page).waitFor();

    // One step for all panels: from the last one, too, back leads to none.
    await block(page, 'Answer').click();
    await isAt(page, { block: 'answer' });
    await page.getByRole('button', { name: 'Webhooks of this workflow' }).click();
    await isAt(page, { block: 'answer', side: 'webhooks' });
    await webhooks.getByRole('button', { name: 'Close' }).click();
    await isAt(page, { block: 'answer', side: '' });
    await page.goBack();
    await isAt(page, { block: '', side: '' });
  });

  it('keeps the place of its canvas over a reload', async () => {
    const { id } = await deployed('placed', { body: { ok: true } });
    const page = await visit.signedIn(`workflows/${id}`);
    await block(page, 'Work').waitFor();
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await page.waitForURL(({ searchParams }) => searchParams.has('z'));
    const address = page.url();
    const before = await block(page, 'Work').boundingBox();
    await page.reload();
    await block(page, 'Work').waitFor();
    const after = await block(page, 'Work').boundingBox();
    for (const side of ['x', 'y', 'width'] as const)
      expect(after?.[side]).toBeCloseTo(before?.[side] ?? NaN, -0.5);
    expect(page.url()).toBe(address);
  });
});
