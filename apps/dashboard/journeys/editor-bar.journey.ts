/** The bars of the editor: its URL, a test URL, problems, undo, and the keys. */
import { expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { eventually } from '../../../test/support/eventually.js';
import type { Page } from 'playwright-core';
import { faultsOf } from './support/axe.js';
import { tabTo } from './support/keyboard.js';
import { linkFor } from './support/members.js';
import { api, deployed, describeJourney, pageOf, service } from './support/service.js';
import { openVisit } from './support/visit.js';

const visit = openVisit();

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });

describeJourney("the editor's bars", () => {
  it('run the draft by the next request to a test URL, or stop', async () => {
    const { id } = await deployed('listened', { body: { ok: true } });
    const page = await visit.signedIn(`workflows/${id}/edit`);
    await button(page, 'Listen').click();
    const bar = page.getByRole('status').filter({ hasText: 'Waiting for one request until' });
    await bar.waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const url = await bar.getByRole('region', { name: 'Test URL' }).innerText();
    const { pathname } = new URL(url);
    expect(pathname).toMatch(/\/test-[\w-]{43}\/listened$/);
    await button(page, 'Stop').click();
    await bar.waitFor({ state: 'detached' });
    const call = (path: string): Promise<Response> => fetch(new URL(path, service.url));
    expect((await call(pathname)).status).toBe(404);

    await button(page, 'Listen').click();
    const next = await bar.getByRole('region', { name: 'Test URL' }).innerText();
    expect((await call(new URL(next).pathname)).status).toBe(200);
    // The run is shown on the canvas.
    await page.waitForURL(({ searchParams }) => searchParams.has('run'));
    await bar.waitFor({ state: 'detached' });
    await page.getByRole('treeitem', { name: /^Answer.*Success/ }).waitFor();
  });

  it('show a new URL at once, and add after a block that the list does not cover', async () => {
    const note = { id: 'remark', type: 'note', name: 'Remark', config: { text: '**Ask** Ana' } };
    const { data } = await api<{ id: string }>('POST', '/workflows?allowProblems=true', {
      name: 'Journey grown',
      definition: { blocks: [note], edges: [] },
    });
    const page = await visit.signedIn(`workflows/${data.id}/edit`);
    await page.getByText('Ask Ana', { exact: true }).waitFor();
    const option = (name: RegExp) => page.getByRole('option', { name });
    await page.keyboard.press('/');
    await option(/^Webhook/).click();
    await page
      .getByRole('group', { name: 'Trigger URL' })
      .getByText('Not deployed', { exact: true })
      .waitFor();

    // At the left, where the list opens, while the panel of the block is still on its way.
    const isListed = Promise.withResolvers<null>();
    await page.context().route(/\/assets\/block-panel-/, async (route) => {
      await isListed.promise;
      await route.continue();
    });
    await page.goto(`${pageOf(`workflows/${data.id}/edit`)}?x=400&y=100&z=100`);
    const block = page.getByText('Webhook', { exact: true }).first();
    await block.click();
    await page.keyboard.press('/');
    await option(/^Function/).waitFor();
    isListed.resolve(null);
    await page.getByRole('complementary', { name: 'Webhook' }).waitFor();
    await eventually('the block stands clear of the list', async () => {
      const list = await page.getByRole('listbox').boundingBox();
      const box = await block.boundingBox();
      return list !== null && box !== null && box.x > list.x + list.width;
    });
    await option(/^Function/).click();
    await eventually('the new block follows the selected one', async () => {
      const draft = await api<{ definition: { edges: unknown[] } }>('GET', `/workflows/${data.id}`);
      return draft.data.definition.edges.length === 1;
    });
  });

  it('lead from each problem to its field, and say who referred to what is gone', async () => {
    const { id } = await deployed('referred', { body: { ok: '<work.result>' } });
    const page = await visit.signedIn(`workflows/${id}/edit`);
    await button(page, '0 problems').waitFor();
    await page.getByText('Work', { exact: true }).first().click();
    await page.getByRole('tree', { name: /^Blocks/ }).press('Delete');
    const toast = page.getByText('Work was deleted. Answer refers to it.');
    await toast.waitFor();
    await button(page, /^1 problem/).click();
    await page.getByRole('menuitem').first().click();
    await page.getByRole('complementary', { name: 'Answer' }).locator(':focus').waitFor();
    await page.locator('.cm-content:focus').waitFor();
    await button(page, 'Undo').last().click();
    await page.getByRole('treeitem', { name: /^Work,/ }).waitFor();
    await button(page, '0 problems').waitFor();
  });

  it('say that a paste was not read while its code cannot be loaded', async () => {
    const { id } = await deployed('unread', { body: { ok: true } });
    const page = await visit.signedIn('workflows');
    await page
      .context()
      .route(/\/assets\/paste-into-/, (route) => route.abort('internetdisconnected'));
    await page.goto(pageOf(`workflows/${id}/edit`));
    await page.getByRole('treeitem', { name: /^Answer/ }).waitFor();
    const blocks = await page.getByRole('treeitem').count();
    await page.getByRole('tree').focus();
    await page.evaluate(`{
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'curl https://example.com');
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    }`);
    await page.getByText(/^The paste could not be read: reload the page/).waitFor();
    await button(page, 'Reload').waitFor();
    expect(await page.getByRole('treeitem').count()).toBe(blocks);
  });

  it('show the outline in place of the canvas, and every key of the page', async () => {
    const { id } = await deployed('outlined', { body: { ok: true } });
    const page = await visit.signedIn(`workflows/${id}/edit`);
    const tree = page.getByRole('tree', { name: /^Blocks/ });
    await tree.waitFor();
    await button(page, 'Outline').click();
    await page.getByRole('treegrid', { name: /^Blocks/ }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await button(page, 'Outline').click();
    await tree.waitFor();
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog');
    for (const key of ['Ctrl Shift Enter', 'F8', 'F2', 'Shift T', 'Ctrl D'])
      await sheet.getByText(key, { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await tree.press('Shift+T');
    await button(page, 'Undo').click();
  });

  it('show a viewer everything, and name the role that a control needs', async () => {
    const { id } = await deployed('bar-viewed', { body: { ok: true } });
    const page = await visit.page(await visit.person());
    await page.goto(await linkFor(`${randomUUID()}@example.com`, 'viewer'));
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    await page.goto(pageOf(`workflows/${id}/edit`));
    await tabTo(page, button(page, 'Listen'));
    await page.getByRole('tooltip', { name: /needs the role editor/ }).waitFor();
    expect(await button(page, 'Tidy the blocks').count()).toBe(0);
  });
});
