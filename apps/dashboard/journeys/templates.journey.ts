/** Each template: chosen, made, opened in the editor, and run with what it brings. */
import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../../../test/support/eventually.js';
import { ownWorkspace } from './support/own-workspace.js';
import { api, describeJourney, service } from './support/service.js';
import { openVisit } from './support/visit.js';

const visit = openVisit();

/** By the names of the files; what a run ends with. A person has to answer the expense. */
const templates = [
  ['Nightly report', 'success'],
  ['Webhook: check, summarise, answer', 'success'],
  ['Support desk: an agent with tools', 'success'],
  ['Import: start a job, poll until it is done, tell', 'success'],
  ['Expense: a person decides', 'waiting'],
  ['Order fan-out: every line at once, joined', 'success'],
] as const;

const card = (page: Page, title: string): Locator =>
  page.getByRole('list', { name: 'Templates' }).getByRole('button', { name: title });

async function made(page: Page, title: string): Promise<string> {
  await page.getByRole('button', { name: 'New workflow' }).click();
  await card(page, title).getByText('Runs at once').waitFor();
  await card(page, title)
    .getByRole('img', { name: `Picture of ${title}` })
    .waitFor();
  await card(page, title).click();
  await page.waitForURL(/workflows\/[\da-f-]{36}/);
  await page.getByRole('heading', { name: title }).waitFor();
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

async function statusOf(workflowId: string, wanted: string): Promise<void> {
  const filter = `workspaceId=${service.workspaceId}&workflowIds=${workflowId}`;
  await eventually(`a run of ${workflowId} is ${wanted}`, async () => {
    const { data } = await api<{ status: string }[]>('GET', `/logs?${filter}`);
    return data[0]?.status === wanted;
  });
}

describeJourney('the templates', () => {
  it('are the examples, all of them', async () => {
    const { data } = await api<{ title: string }[]>('GET', '/examples');
    const known: readonly string[] = templates.map(([title]) => title);
    expect(data.map(({ title }) => title).sort()).toEqual(known.toSorted());
  });

  it.each(templates)('%s is made, and its draft runs at once', async (title, ends) => {
    const page = await visit.signedIn('workflows');
    const id = await made(page, title);
    await page.getByRole('button', { name: 'Run draft' }).click();
    const run = page.getByRole('dialog').getByRole('button', { name: 'Run the draft' });
    await run.click();
    await page.waitForURL((to) => to.pathname.includes('/executions/'));
    await statusOf(id, ends);
  });

  it('name what another workspace lacks', async () => {
    const own = await ownWorkspace('Without the stand-in');
    const page = await visit.signedIn('start', own.apiKey);
    await page.goto(own.pageOf('workflows'));
    await page.getByRole('button', { name: 'New workflow' }).click();
    const nightly = card(page, 'Nightly report');
    await nightly.getByText('Set CHAT_URL, SHOP_URL first').waitFor();
  });

  it('a blank workflow says what comes next', async () => {
    const page = await visit.signedIn('workflows');
    await page.getByRole('button', { name: 'New workflow' }).click();
    await card(page, 'Blank workflow').click();
    await page.getByText('Nothing happens after the trigger yet.').waitFor();
    await page.getByRole('button', { name: 'Add the next block' }).click();
    await page.getByRole('option', { name: /^Function/ }).click();
    await page.getByRole('treeitem', { name: /^Function/ }).waitFor({ state: 'attached' });
    for (const name of [/^Function/, /^Webhook/])
      await page.getByRole('treeitem', { name }).waitFor({ state: 'attached' });
    await page.getByText('Nothing happens after the trigger yet.').waitFor({ state: 'detached' });
  });
});
