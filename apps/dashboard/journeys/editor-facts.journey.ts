/** The workflow itself in the editor: its name, its settings, its states and its text. */
import { expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../../../test/support/eventually.js';
import { faultsOf } from './support/axe.js';
import { linkFor } from './support/members.js';
import { api, deployed, describeJourney, pageOf, service } from './support/service.js';
import { openVisit } from './support/visit.js';

const visit = openVisit({ hasMissing: true });

const editorOf = (id: string): string => `workflows/${id}/edit`;

/** The definition of the draft as the server has it, byte by byte. */
async function draftText(id: string): Promise<string> {
  const answer = await fetch(`${service.url}/api/v1/workflows/${id}`, {
    headers: { 'x-api-key': service.apiKey },
  });
  const text = await answer.text();
  return text.slice(text.indexOf('"definition":') + 13, text.indexOf(',"problems"'));
}

/** Once it is saved. */
const hasDraft = (id: string, text: string): Promise<unknown> =>
  eventually(`the draft is ${text}`, async () => (await draftText(id)) === text || null);

interface Named {
  readonly name: string;
  readonly description: string | null;
  readonly folderId: string | null;
  readonly pausedAt: string | null;
  readonly definition: {
    readonly variables?: object;
    readonly concurrency?: object;
    readonly blocks: readonly { readonly config: object }[];
  };
}
const stored = async (id: string): Promise<Named> =>
  (await api<Named>('GET', `/workflows/${id}`)).data;

async function chooseFrom(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More about this workflow' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

const isSaved = (page: Page): Promise<void> => page.getByText('Saved', { exact: true }).waitFor();
const opened = (page: Page): Promise<void> =>
  page.getByRole('treeitem', { name: /^Work/ }).waitFor();
const dialog = (page: Page): Locator => page.getByRole('alertdialog');

async function exported(page: Page, item: string): Promise<{ name: string; text: string }> {
  const download = page.waitForEvent('download');
  await chooseFrom(page, item);
  const file = await download;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

describeJourney('the workflow itself', () => {
  it('keeps a renamed variable at its place, as one step', async () => {
    const { id } = await deployed('renamed-variable', { body: { ok: true } });
    const page = await visit.signedIn(editorOf(id));
    await opened(page);
    await chooseFrom(page, 'Settings');
    const panel = page.getByRole('complementary', { name: 'Settings' });
    const rename = async (from: string, to: string): Promise<void> => {
      await panel.getByLabel(`Name of variable ${from}`, { exact: true }).fill(to);
      await page.keyboard.press('Enter');
      await panel.getByLabel(`Name of variable ${to}`, { exact: true }).waitFor();
    };
    for (const name of ['region', 'currency', 'unit']) {
      await panel.getByRole('button', { name: 'Add variable' }).click();
      await rename('variable', name);
    }
    const names = (): Promise<string[]> =>
      panel
        .getByLabel(/^Name of variable/)
        .evaluateAll((fields: HTMLInputElement[]) => fields.map(({ value }) => value));
    await rename('region', 'country');
    await panel.getByLabel('Name of variable country').and(page.locator(':focus')).waitFor();
    expect(await names()).toEqual(['country', 'currency', 'unit']);
    await isSaved(page);
    const { definition } = await stored(id);
    expect(Object.keys(definition.variables ?? {})).toEqual(['country', 'currency', 'unit']);
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await panel.getByLabel('Name of variable region', { exact: true }).waitFor();
    expect(await names()).toEqual(['region', 'currency', 'unit']);
  });

  it('is renamed, put into a folder, and given variables and a limit', async () => {
    const { id } = await deployed('facts', { body: { ok: true } });
    const page = await visit.signedIn(editorOf(id));
    await opened(page);
    await page.getByRole('button', { name: 'Version 1', exact: true }).waitFor();

    await chooseFrom(page, 'Rename');
    await page.getByLabel('Name', { exact: true }).fill('Order facts');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Order facts' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().waitFor();

    await chooseFrom(page, 'Settings');
    const panel = page.getByRole('complementary', { name: 'Settings' });
    await panel.getByLabel('Description').fill('What a shop sends');
    await panel.getByRole('button', { name: /Folder$/ }).click();
    await page.getByRole('option', { name: 'New folder…' }).click();
    await panel.getByLabel('Name of the new folder').fill('Sales facts');
    await panel.getByRole('button', { name: 'Create folder' }).click();
    await panel.getByRole('button', { name: /^Sales facts/ }).waitFor();

    await panel.getByRole('button', { name: 'Add variable' }).click();
    await panel.getByLabel('Name of variable variable').fill('region');
    await page.keyboard.press('Enter');
    await panel.getByLabel('Value of variable region').fill('eu');
    await panel.getByLabel('Most executions at once').fill('3');
    await isSaved(page);
    expect(await faultsOf(page)).toEqual([]);
    const { name, description, folderId, definition } = await stored(id);
    expect({ name, description }).toEqual({
      name: 'Order facts',
      description: 'What a shop sends',
    });
    expect(folderId).not.toBeNull();
    expect(definition).toMatchObject({ variables: { region: 'eu' }, concurrency: { limit: 3 } });
    await panel.getByLabel('Most executions at once').fill('0');
    await panel
      .getByText(/at least 1/i)
      .first()
      .waitFor();
    await panel.getByLabel('Most executions at once').fill('3');
    await page.getByRole('button', { name: /^\d+ changes since version 1$/ }).waitFor();
    await isSaved(page);

    // A block reads the variable.
    await chooseFrom(page, 'Definition as JSON');
    const text = page.getByRole('textbox', { name: 'Definition' });
    await text.waitFor();
    const before = await draftText(id);
    await page.getByText('"return null;"').click();
    await page.keyboard.press('End');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(before.replace('"return null;"', '"return <variable.region>;"'));
    await hasDraft(id, before.replace('return null', 'return <variable.region>'));
    await page.getByRole('button', { name: 'Close' }).click();
    await chooseFrom(page, 'Settings');
    await panel.getByText('Read by 1 block').waitFor();
  });

  it('takes JSON through the log: what is none is kept, and undo gives the bytes back', async () => {
    const { id } = await deployed('json', { body: { ok: true } });
    const page = await visit.signedIn(editorOf(id));
    await opened(page);
    const before = await draftText(id);
    await chooseFrom(page, 'Definition as JSON');
    const text = page.getByRole('textbox', { name: 'Definition' });
    await text.click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.insertText('!');
    await page.getByText(/^Not applied: the end of the text was expected at line 1/).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close' }).click();
    await chooseFrom(page, 'Definition as JSON');
    await page.getByText(/^Not applied/).waitFor();
    expect(await draftText(id)).toBe(before);
    await text.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(before.replace('"Work"', '"Worked here"').replace('{', '{\n '));
    await page.getByRole('treeitem', { name: /^Worked here/ }).waitFor();
    await hasDraft(id, before.replace('"Work"', '"Worked here"').replace('{', '{\n '));
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await opened(page);
    await hasDraft(id, before);
  });

  it('is exported as it stands, duplicated at a path of its own, and discarded', async () => {
    const { id } = await deployed('export', { body: { ok: true } });
    const page = await visit.signedIn(editorOf(id));
    await page.getByText('Work', { exact: true }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Exported');
    await page.keyboard.press('Enter');
    await isSaved(page);
    const json = await exported(page, 'Export as JSON');
    expect(json.name).toBe('Journey export.json');
    expect(json.text).toBe(`{"name":"Journey export","definition":${await draftText(id)}}\n`);
    const yaml = await exported(page, 'Export as YAML');
    expect(yaml.name).toBe('Journey export.yaml');
    expect(yaml.text).toContain('name: Exported');

    await page.getByRole('button', { name: '1 change since version 1' }).waitFor();
    await chooseFrom(page, 'Discard draft');
    await dialog(page).getByText('1 change would be lost:').waitFor();
    await dialog(page).getByRole('button', { name: 'Discard draft' }).click();
    await page.getByRole('button', { name: 'Version 1', exact: true }).waitFor();
    await opened(page);

    await chooseFrom(page, 'Duplicate');
    await page.getByRole('heading', { name: 'Journey export copy' }).waitFor();
    await opened(page);
    await page.getByRole('button', { name: 'Not deployed yet' }).waitFor();
    const copy = page.url().match(/workflows\/([^/?]+)/)?.[1] ?? '';
    expect(copy).not.toBe(id);
    const [hook] = (await stored(copy)).definition.blocks;
    expect(JSON.stringify(hook)).toMatch(/"path":"export-[0-9a-f]{6}"/);
    expect(await page.getByText('belongs to').count()).toBe(0);
  });

  it('is paused, resumed, taken out of use and deployed again', async () => {
    const { id } = await deployed('paused', { body: { ok: true } });
    const page = await visit.signedIn(editorOf(id));
    await opened(page);
    await chooseFrom(page, 'Pause');
    const banner = page.getByRole('status').filter({ hasText: /^Paused.*answers 503/ });
    await banner.waitFor();
    await banner.getByRole('button', { name: 'Resume' }).click();
    await banner.waitFor({ state: 'detached' });
    expect((await stored(id)).pausedAt).toBeNull();
    await chooseFrom(page, 'Undeploy');
    await dialog(page)
      .getByText(/answers 404/)
      .waitFor();
    await dialog(page).getByRole('button', { name: 'Undeploy' }).click();
    await page.getByRole('button', { name: 'Undeployed' }).waitFor();
    await page.getByRole('button', { name: 'Deploy version 1 again' }).first().click();
    await page.getByRole('button', { name: 'Version 1', exact: true }).waitFor();
  });

  it('loses nothing when somebody else deletes it', async () => {
    const { id } = await deployed('deleted', { body: { ok: true } });
    const page = await visit.signedIn(editorOf(id));
    await opened(page);
    await page.getByText('Work', { exact: true }).first().click();
    const name = page.getByLabel('Name', { exact: true });
    await name.waitFor();
    await page.context().setOffline(true);
    await name.fill('Not saved');
    await page.keyboard.press('Enter');
    await page.getByText('Offline, kept here').waitFor();
    await api('DELETE', `/workflows/${id}`);
    await page.context().setOffline(false);
    const banner = page.getByRole('alert').filter({ hasText: 'This workflow was deleted' });
    await banner.waitFor();
    // Who loads the page again finds what this browser has kept.
    const another = await visit.page(page.context());
    await another.goto(page.url());
    await another.getByText('This browser has edits of it that were not saved.').waitFor();
    await another.close();
    await banner.getByRole('button', { name: 'Restore as a new workflow' }).click();
    await page.waitForURL((url) => !url.pathname.includes(id));
    await page.getByRole('treeitem', { name: /^Not saved/ }).waitFor();
    const restored = page.url().match(/workflows\/([^/?]+)/)?.[1] ?? '';
    expect(await draftText(restored)).toContain('"path":"deleted"');
  });

  it('says so where another workflow has its path', async () => {
    const { id } = await deployed('taken', { body: { ok: true } });
    const { definition } = await stored(id);
    const { data } = await api<{ id: string }>('POST', '/workflows?allowProblems=true', {
      ...{ name: 'Second', definition },
    });
    const page = await visit.signedIn(editorOf(data.id));
    const banner = page.getByRole('alert').filter({ hasText: '"taken" belongs to' });
    await banner.waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await banner.getByRole('button', { name: 'Show the trigger' }).click();
    await page
      .getByRole('complementary', { name: 'Webhook' })
      .getByText(/belongs to/)
      .waitFor();
  });

  it('shows a viewer everything, and why it changes nothing', async () => {
    const { id } = await deployed('viewed', { body: { ok: true } });
    const page = await visit.page(await visit.person());
    await page.goto(await linkFor(`${randomUUID()}@example.com`, 'viewer'));
    await page.getByRole('navigation', { name: /pages$/i }).waitFor();
    await page.goto(pageOf(editorOf(id)));
    await opened(page);
    await page.getByRole('button', { name: 'View only' }).waitFor();
    await page.getByRole('button', { name: 'More about this workflow' }).click();
    for (const name of ['Rename', 'Duplicate', 'Pause', 'Undeploy', 'Delete'])
      await page
        .getByRole('menuitem', { name: new RegExp(`^${name}.*role editor`), disabled: true })
        .waitFor();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    const panel = page.getByRole('complementary', { name: 'Settings' });
    await panel
      .getByText(/needs the role editor/)
      .first()
      .waitFor();
    expect(await panel.getByLabel('Name', { exact: true }).isEditable()).toBe(false);
  });
});
