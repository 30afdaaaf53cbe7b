/** The panel of a block in the editor: its tabs, the values of the last run, and references. */
import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { faultsOf } from './support/axe.js';
import { api, deployed, describeJourney, trigger } from './support/service.js';
import { openVisit } from './support/visit.js';

const visit = openVisit();

/** On the canvas; the tree of blocks is for the keyboard. */
const openBlock = (page: Page, name: string): Promise<void> =>
  page.getByText(name, { exact: true }).first().click();

const panelOf = (page: Page, name: string): Locator =>
  page.getByRole('complementary', { name, exact: true });

interface Block {
  readonly name: string;
  readonly config: Readonly<Record<string, unknown>>;
}

async function configOf(id: string, block: string): Promise<string> {
  const { data } = await api<{ definition: { blocks: readonly Block[] } }>(
    'GET',
    `/workflows/${id}`,
  );
  return JSON.stringify(data.definition.blocks.find(({ name }) => name === block)?.config);
}

/** With the caret in it, in the editor. */
async function emptied(page: Page, field: Locator): Promise<void> {
  await field.click();
  await page.locator('.cm-content:focus').waitFor();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
}

const isSaved = (page: Page): Promise<void> => page.getByText('Saved', { exact: true }).waitFor();

/** A workflow whose last run answered with these values. No group of blocks is called "Reply". */
async function openedAfterRun(path: string, viewport = { width: 1440, height: 900 }) {
  const hook = { path, methods: ['GET'] };
  const code = 'return { total: 41850, customer: { city: "Porto" } };';
  const { data } = await api<{ id: string; triggerUrl: string }>('POST', '/workflows', {
    name: `Journey ${path}`,
    definition: {
      blocks: [
        { id: 'hook', type: 'webhook', name: 'Webhook', config: hook },
        { id: 'work', type: 'function', name: 'Work', config: { code } },
        { id: 'reply', type: 'response', name: 'Reply', config: { body: { ok: true } } },
      ],
      edges: [
        { from: 'hook', to: 'work' },
        { from: 'work', to: 'reply' },
      ],
    },
  });
  await api('POST', `/workflows/${data.id}/deploy`);
  expect((await trigger(data)).status).toBe(200);
  const page = await visit.signedIn(`workflows/${data.id}/edit`, undefined, { viewport });
  return { page, id: data.id };
}

describeJourney('the panel of a block', () => {
  it('takes keys as text while the editor of a field is on its way', async () => {
    const { page } = await openedAfterRun('panel-keys');
    let letThrough: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route('**/assets/open-editor-*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    await openBlock(page, 'Work');
    const field = panelOf(page, 'Work').getByRole('textbox', { name: 'Code' });
    await field.click();
    // A key pins, one adds a block, one shows all keys.
    await page.keyboard.type('p/?');
    letThrough();
    await page.locator('.cm-content:focus', { hasText: 'p/?' }).waitFor();
    expect(await page.getByText(/^Pinned/).count()).toBe(0);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('shows what the block answered last, and keeps retries apart from its settings', async () => {
    const { page } = await openedAfterRun('panel-output');
    await openBlock(page, 'Work');
    const panel = panelOf(page, 'Work');
    const output = panel.getByRole('region', { name: 'Output' });
    await output.getByText('41850').waitFor();
    await panel.getByText('Success').waitFor();
    await panel.getByRole('radio', { name: 'Input' }).click();
    await panel
      .getByText('It received nothing.')
      .or(panel.getByRole('region', { name: 'Input' }))
      .first()
      .waitFor();
    expect(await panel.getByText('After a failure', { exact: true }).count()).toBe(0);
    await panel.getByRole('tab', { name: 'Retry and errors' }).click();
    await panel.getByText('After a failure', { exact: true }).first().waitFor();
    await panel.getByText('Nothing is connected to its error port').waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  it('inserts values of the last run from the tree, by press and by keys', async () => {
    const { page, id } = await openedAfterRun('panel-tree');
    await openBlock(page, 'Reply');
    const panel = panelOf(page, 'Reply');
    await panel.getByRole('radio', { name: 'References' }).click();
    const tree = panel.getByRole('treegrid', { name: 'References' });
    await tree.getByRole('row', { name: 'Work' }).waitFor();
    const body = panel.getByRole('textbox', { name: 'Body' });
    await emptied(page, body);
    await tree.getByText('Work', { exact: true }).click();
    await body.getByText('<work>').waitFor();
    await emptied(page, body);
    await tree.getByRole('row', { name: 'Work' }).focus();
    await page.keyboard.press('ArrowRight');
    await tree.getByText('result', { exact: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await body.getByText('<work.result>').waitFor();
    await isSaved(page);
    expect(await configOf(id, 'Reply')).toContain('<work.result>');
  });

  it('completes with the values of the last run', async () => {
    const { page } = await openedAfterRun('panel-complete');
    await openBlock(page, 'Reply');
    const panel = panelOf(page, 'Reply');
    await panel.getByRole('region', { name: 'Output' }).waitFor();
    await emptied(page, panel.getByRole('textbox', { name: 'Body' }));
    await page.keyboard.type('<work.result.');
    const row = page.getByRole('option', { name: /result\.total/ });
    await row.getByText('41850').waitFor();
    await row.getByText(/last run/).waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  it('stands side by side on a wide window', async () => {
    const { page } = await openedAfterRun('panel-wide', { width: 1600, height: 900 });
    await openBlock(page, 'Reply');
    const panel = panelOf(page, 'Reply');
    await panel.getByRole('button', { name: /^Wide panel/ }).click();
    const [tree, form, output] = await Promise.all(
      [
        panel.getByRole('treegrid', { name: 'References' }),
        panel.getByRole('textbox', { name: 'Body' }),
        panel.getByRole('region', { name: 'Output' }),
      ].map(async (part) => {
        await part.waitFor();
        return (await part.boundingBox())!;
      }),
    );
    expect(tree!.x + tree!.width).toBeLessThanOrEqual(form!.x);
    expect(form!.x + form!.width).toBeLessThanOrEqual(output!.x);
    expect(await faultsOf(page)).toEqual([]);
  });

  it('keeps a renamed key at its place, and the panel after a renamed block', async () => {
    const { data } = await api<{ id: string }>('POST', '/workflows', {
      name: 'Journey keys',
      definition: {
        blocks: [
          { id: 'start', type: 'manual', name: 'Start', config: {} },
          {
            ...{ id: 'set', type: 'variables', name: 'Set' },
            config: { values: { a: 1, b: 2, c: 3 } },
          },
        ],
        edges: [{ from: 'start', to: 'set' }],
        variables: { a: 1, b: 2, c: 3, renamed: 4 },
      },
    });
    const page = await visit.signedIn(`workflows/${data.id}/edit`);
    await openBlock(page, 'Set');
    await page.getByRole('textbox', { name: 'Values, b: name' }).fill('renamed');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Values, renamed: name' }).waitFor();
    await isSaved(page);
    expect(await configOf(data.id, 'Set')).toBe('{"values":{"a":1,"renamed":2,"c":3}}');

    await page.keyboard.press('F2');
    await page.getByLabel('Name', { exact: true }).fill('Start');
    await page.keyboard.press('Enter');
    await page.getByText('Another block has this name.').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('F2');
    await page.getByLabel('Name', { exact: true }).fill('Set all');
    await page.keyboard.press('Enter');
    await panelOf(page, 'Set all').getByRole('button', { name: 'Copy <setall>' }).waitFor();
  });

  it('says who refers to a block before it goes', async () => {
    const { id } = await deployed('panel-delete', { body: { got: '<work.result>' } });
    const page = await visit.signedIn(`workflows/${id}/edit`);
    await openBlock(page, 'Work');
    await panelOf(page, 'Work').getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page
      .getByText(/Answer.* refers to it/)
      .first()
      .waitFor();
    await page.getByRole('treeitem', { name: /^Work/ }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByRole('treeitem', { name: /^Work/ }).waitFor({ state: 'attached' });
  });

  it('says when a schedule comes next', async () => {
    const { data } = await api<{ id: string }>('POST', '/workflows', {
      name: 'Journey next times',
      definition: {
        blocks: [
          {
            ...{ id: 'daily', type: 'schedule', name: 'Daily' },
            config: { cron: '0 9 * * *', timezone: 'Asia/Tokyo' },
          },
        ],
        edges: [],
      },
    });
    const page = await visit.signedIn(`workflows/${data.id}/edit`);
    await openBlock(page, 'Daily');
    const times = page.getByRole('table', { name: 'Next times' });
    await times
      .getByText(/, 09:00$/)
      .first()
      .waitFor();
    expect(await times.getByRole('row').count()).toBe(6);
    await page.getByRole('textbox', { name: 'Cron' }).fill('30 10 * * *');
    await times
      .getByText(/, 10:30$/)
      .first()
      .waitFor();
  });
});
