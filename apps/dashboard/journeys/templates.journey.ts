/** Each template: chosen, made, opened in the editor, and run with what it brings. */
import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../../../test/support/eventually.js';
import { ownWorkspace } from './support/own-workspace.js';
import { api, describeJourney, service } from './support/service.js';
import { openVisit } from './support/visit.js';

const visit = openVisit();

/** The import waits ten seconds at least, and a machine may be busy. */
const patienceMs = 240_000;
const expense = 'Expense: a person decides';
const titles = [
  'Nightly report',
  'Webhook: check, summarise, answer',
  'Support desk: an agent with tools',
  'Import: start a job, poll until it is done, tell',
  expense,
  'Order fan-out: every line at once, joined',
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

/** @returns the id of the execution */
function untilRun(workflowId: string, wanted: string): Promise<string> {
  const filter = `workspaceId=${service.workspaceId}&workflowIds=${workflowId}`;
  return eventually(
    `the run of ${workflowId} is ${wanted}`,
    async () => {
      const path = `/logs?${filter}&status=${wanted}`;
      const { data } = await api<{ executionId: string }[]>('GET', path);
      return data[0]?.executionId;
    },
    { withinMs: patienceMs },
  );
}

async function approve(workflowId: string): Promise<void> {
  const execution = await untilRun(workflowId, 'paused');
  const answer = { blockId: 'approve', data: { approved: true, by: 'ben' } };
  await api('POST', `/executions/${execution}/resume`, answer);
}

describeJourney('the templates', () => {
  it('are the examples, all of them', async () => {
    const { data } = await api<{ title: string }[]>('GET', '/examples');
    expect(data.map(({ title }) => title).sort()).toEqual(titles.toSorted());
  });

  it.each(titles)(
    '%s is made, and its draft runs at once',
    async (title) => {
      const page = await visit.signedIn('workflows');
      const id = await made(page, title);
      await page.getByRole('button', { name: 'Run draft' }).click();
      if (title === expense) await approve(id);
      await untilRun(id, 'success');
    },
    patienceMs,
  );

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
    await page.getByText('Nothing happens after the trigger yet.').waitFor({ state: 'detached' });
  });
});
