/** The pattern of spec 1.2, from an empty workflow to an answered call, without a mouse. */
import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { faultsOf } from './support/axe.js';
import { pressOn, tabTo, typeInto } from './support/keyboard.js';
import { openModel } from './support/model.js';
import { api, describeJourney, service } from './support/service.js';
import { openVisit } from './support/visit.js';

const visit = openVisit();

const tree = (page: Page): Locator => page.getByRole('tree', { name: /^Blocks/ });
const panel = (page: Page, name: string): Locator =>
  page.getByRole('complementary', { name, exact: true });

const hasFocus = (page: Page, target: Locator): Promise<void> =>
  target.and(page.locator(':focus')).waitFor();

/** Keys, one after the other. */
async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** From the list that a key opened. The canvas has the focus afterwards, at the new block. */
async function addBlock(page: Page, query: string, name: string): Promise<void> {
  await hasFocus(page, page.getByRole('combobox', { name: 'Search blocks' }));
  await page.keyboard.type(query);
  await page.getByRole('option', { selected: true }).waitFor();
  await press(page, 'Enter');
  await panel(page, name).waitFor();
  await hasFocus(page, tree(page));
}

async function rename(page: Page, name: string): Promise<void> {
  await press(page, 'F2');
  await hasFocus(page, page.getByLabel('Name', { exact: true }));
  await press(page, 'ControlOrMeta+a');
  await page.keyboard.type(name);
  await press(page, 'Enter');
  await panel(page, name).waitFor();
}

/** Chrome would keep the look of what it replaces, by a style that the page's policy refuses. */
async function replace(page: Page, text: string): Promise<void> {
  await press(page, 'ControlOrMeta+a', 'Delete');
  await page.keyboard.insertText(text);
}

/** The text of a field with references; its editor comes with the focus. */
async function write(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.locator('.cm-content:focus').waitFor();
  await replace(page, text);
}

const back = async (page: Page): Promise<void> => {
  await press(page, 'Escape');
  await hasFocus(page, tree(page));
};

const body = (fields: object): string => JSON.stringify(fields);

const isSaved = (page: Page): Promise<void> => page.getByText('Saved', { exact: true }).waitFor();

async function emptyWorkflow(name: string): Promise<string> {
  const { data } = await api<{ id: string }>('POST', '/workflows?allowProblems=true', {
    name,
    definition: { blocks: [], edges: [] },
  });
  return data.id;
}

describeJourney('a workflow built by the keyboard alone', () => {
  it('checks its caller, asks a model and answers', async () => {
    const model = await openModel('One order.');
    const id = await emptyWorkflow('By keyboard');
    const page = await visit.signedIn(`workflows/${id}/edit`);
    await page.getByRole('button', { name: 'Add a block' }).waitFor();

    await press(page, '/');
    await addBlock(page, 'webhook', 'Webhook');
    await press(page, 'a');
    await addBlock(page, 'condition', 'Condition');
    await rename(page, 'Authorized');
    await write(
      page,
      panel(page, 'Authorized')
        .getByRole('textbox', { name: /expression/i })
        .first(),
      '<webhook.headers.authorization> === "Bearer let-me-in"',
    );
    await back(page);

    // The condition leads on by two ports, so a list asks by which.
    await press(page, 'a');
    await hasFocus(page, page.getByRole('searchbox').or(page.getByLabel('Find a block')));
    await page.keyboard.type('yes');
    await press(page, 'Enter');
    await addBlock(page, 'agent', 'Agent');
    await press(page, 'Enter');
    const agent = panel(page, 'Agent');
    await write(page, agent.getByRole('textbox', { name: 'Base URL' }), model.url);
    await write(page, agent.getByRole('textbox', { name: 'Model' }), 'small');
    await write(page, agent.getByRole('textbox', { name: 'User prompt' }), '<webhook.body>');
    await back(page);

    await press(page, 'a');
    await addBlock(page, 'response', 'Response');
    await rename(page, 'Success');
    const success = panel(page, 'Success').getByRole('textbox', { name: 'Body' });
    const summary = {
      ...{ status: 'success', processed: true },
      ...{ summary: '<agnet.content>', timestamp: '<webhook.timestamp>' },
    };
    await write(page, success, body(summary));
    await back(page);

    // The other answer is put down alone, and wired by a list.
    await press(page, '/');
    await addBlock(page, 'response', 'Response');
    await rename(page, 'Refused');
    const refused = panel(page, 'Refused');
    await typeInto(page, refused.getByRole('textbox', { name: 'Status' }), '401');
    await write(
      page,
      refused.getByRole('textbox', { name: 'Body' }),
      body({ status: 'error', message: 'Unauthorized', timestamp: '<webhook.timestamp>' }),
    );
    await back(page);
    await press(page, 'Home', 'ArrowDown');
    await press(page, 'c');
    const targets = page.getByRole('dialog', { name: /^Connect Authorized/ });
    await targets.getByText('Nothing runs before a trigger').first().waitFor();
    await page.keyboard.type('Refused');
    const byNo = targets.getByRole('group', { name: 'By no' }).getByRole('menuitem');
    while ((await byNo.first().getAttribute('data-focused')) === null)
      await press(page, 'ArrowDown');
    await press(page, 'Enter');
    await hasFocus(page, tree(page));
    await isSaved(page);

    // A name that does not exist keeps it from being deployed.
    await page.getByRole('button', { name: '1 problem' }).waitFor();
    await press(page, 'ControlOrMeta+Shift+Enter');
    await page.getByText('The draft has problems').first().waitFor();
    await press(page, 'F8');
    await hasFocus(page, success.and(page.locator('.cm-content')));
    await replace(page, body({ ...summary, summary: '<agent.content>' }));
    await page.getByRole('button', { name: '0 problems' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);

    await press(page, 'ControlOrMeta+Shift+Enter');
    const deploy = panel(page, 'Deploy version 1');
    await pressOn(page, deploy.getByRole('button', { name: 'Deploy', exact: true }));
    await page.getByText('Version 1 is deployed').waitFor();
    await hasFocus(page, tree(page));

    const { data } = await api<{ triggerUrl: string }>('GET', `/workflows/${id}`);
    const call = (authorization: string): Promise<Response> =>
      fetch(new URL(new URL(data.triggerUrl).pathname, service.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization },
        body: '{"order":7}',
      });
    const answered = await call('Bearer let-me-in');
    expect([answered.status, await answered.json()]).toEqual([
      200,
      {
        ...{ status: 'success', processed: true, summary: 'One order.' },
        timestamp: expect.anything(),
      },
    ]);
    const denied = await call('Bearer wrong');
    expect([denied.status, await denied.json()]).toEqual([
      401,
      { status: 'error', message: 'Unauthorized', timestamp: expect.anything() },
    ]);
    await model.close();
  });
});
