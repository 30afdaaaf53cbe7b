import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { api, deployed, describeJourney, service } from './support/service.js';
import { openVisit } from './support/visit.js';

const visit = openVisit();

const editorOf = (id: string): string => `workflows/${id}`;

/** The draft as the server has it, byte by byte. */
async function draftText(id: string): Promise<string> {
  const answer = await fetch(`${service.url}/api/v1/workflows/${id}`, {
    headers: { 'x-api-key': service.apiKey },
  });
  return answer.text();
}

/** On the canvas; the tree of blocks is for the keyboard. */
const openBlock = (page: Page, name: string): Promise<void> =>
  page.getByText(name, { exact: true }).first().click();

async function rename(page: Page, from: string, to: string): Promise<void> {
  await openBlock(page, from);
  await page.getByLabel('Name', { exact: true }).fill(to);
  await page.keyboard.press('Enter');
}

const isSaved = (page: Page): Promise<void> => page.getByText('Saved', { exact: true }).waitFor();

describeJourney('the editor', () => {
  it('saves what was edited and no other byte, and undoes it after a reload', async () => {
    const { id } = await deployed('bytes', { body: { ok: true } });
    const { data } = await api<{ definition: object }>('GET', `/workflows/${id}`);
    const before = `{ "definition" : ${JSON.stringify(data.definition)
      .replace('"return null;"', '"return null;","big": 12345678901234567890, "z": 1.50')
      .replaceAll('{"id"', '{ "id"')} }`;
    const put = await fetch(`${service.url}/api/v1/workflows/${id}?allowProblems=true`, {
      method: 'PATCH',
      headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
      body: before,
    });
    expect(put.status).toBe(200);
    const text = await draftText(id);
    expect(text).toContain('12345678901234567890');

    const page = await visit.signedIn(editorOf(id));
    await rename(page, 'Work', 'Worked');
    await isSaved(page);
    const definitionOf = (answer: string): string =>
      answer.slice(answer.indexOf('"definition"'), answer.indexOf('"problems"'));
    const after = definitionOf(await draftText(id));
    expect(after).toBe(definitionOf(text).replace('"Work"', '"Worked"'));

    await page.reload();
    await page.getByRole('treeitem', { name: /^Worked/ }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('treeitem', { name: /^Work,/ }).waitFor();
    await page.getByText(/^(Edited|Saving)$/).waitFor();
    await isSaved(page);
    expect(definitionOf(await draftText(id))).toBe(definitionOf(text));
  });

  it('joins the edits of two people, and asks where both changed one field', async () => {
    const { id } = await deployed('both', { body: { ok: true } });
    const [ana, ben] = [await visit.signedIn(editorOf(id)), await visit.signedIn(editorOf(id))];
    await rename(ana, 'Work', 'Ana');
    await isSaved(ana);
    await ben.getByRole('treeitem', { name: /^Ana/ }).waitFor();
    await rename(ben, 'Answer', 'Ben');
    await isSaved(ben);
    await ana.getByRole('treeitem', { name: /^Ben/ }).waitFor();

    // Ben hears of nothing while he is offline, and both name one block.
    await ben.context().setOffline(true);
    await rename(ben, 'Ana', 'Of Ben');
    await ben.getByText('Offline, kept here').waitFor();
    await rename(ana, 'Ana', 'Of Ana');
    await isSaved(ana);
    await ben.context().setOffline(false);
    await ben.getByRole('button', { name: 'Show the next one' }).click();
    const choice = ben.getByRole('radiogroup', { name: /changed by both/ });
    await choice.getByText('"Of Ana"').waitFor();
    await choice.getByText('"Ana"').waitFor();
    expect(await ben.getByRole('button', { name: 'Deploy' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    await ben.getByRole('button', { name: 'Keep mine' }).click();
    await ana.getByRole('treeitem', { name: /^Of Ben/ }).waitFor();
  });

  it('keeps what was edited offline, also over a reload, and sends it later', async () => {
    const { id } = await deployed('offline', { body: { ok: true } });
    const page = await visit.signedIn(editorOf(id));
    // The code of the panel is there before the network is gone.
    await openBlock(page, 'Work');
    await page.getByLabel('Name', { exact: true }).waitFor();
    await page.context().setOffline(true);
    await rename(page, 'Work', 'Kept');
    await page.getByText('Offline, kept here').waitFor();
    await page.context().setOffline(false);
    await isSaved(page);
    expect(await draftText(id)).toContain('"Kept"');
  });
});
