/** The api process under an open page dies or freezes. Another one keeps running what is run. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '../../../test/support/eventually.js';
import { type ApiProcess, startApiProcess } from './support/api-process.js';
import { begin, type Block, blockRow, deployedBlocks, pictureOf } from './support/executions.js';
import { heldAnswer } from './support/held-answer.js';
import { api, describeJourney, isSkipped, service } from './support/service.js';
import { openVisit, signIn } from './support/visit.js';

const visit = openVisit();
let own: ApiProcess;
beforeAll(async () => {
  if (!isSkipped) own = await startApiProcess();
});
afterAll(async () => {
  if (!isSkipped) await own.close();
});

const at = (page: string): string => `${own.url}/w/${service.workspaceId}/${page}`;

/** Not an observed page: its browser complains about calls that nobody answers. */
async function open(path: string): Promise<Page> {
  const page = await (await visit.person()).newPage();
  await signIn(page, service.apiKey, own.url);
  await page.goto(at(path));
  await live(page);
  return page;
}

const live = (page: Page): Promise<void> => page.getByText('Live', { exact: true }).waitFor();
const banner = (page: Page) => page.getByText('The server has not answered since');

/** The list has each execution once, in the order of the API. */
async function expectAllOf(page: Page, workflowId: string, name: string): Promise<void> {
  const filter = `workspaceId=${service.workspaceId}&workflowIds=${workflowId}`;
  const { data } = await api<{ id: string }[]>('GET', `/logs?${filter}`);
  const links = page.getByRole('row').getByRole('link', { name });
  const addresses = await links.evaluateAll((all) =>
    all.map((link) => new URL((link as HTMLAnchorElement).href).searchParams.get('peek')),
  );
  expect(addresses).toEqual(data.map(({ id }) => id));
}

const work: Block = {
  ...{ id: 'work', type: 'function', name: 'Work' },
  config: { code: 'return 1;' },
};

describeJourney('a page whose api process', () => {
  it('is killed says so, and goes on at the right event', async () => {
    const held = await heldAnswer();
    const call: Block = {
      ...{ id: 'call', type: 'api', name: 'Call' },
      config: { url: held.url, method: 'GET' },
    };
    const edges = ['start -> call', 'call -> work'];
    const slow = await deployedBlocks('Journey outage slow', [call, work], edges);
    const quick = await deployedBlocks('Journey outage quick', [work], ['start -> work']);
    const id = await begin(slow);
    await held.asked;
    await begin(quick);
    const list = await open('executions?workflow=Journey+outage+quick');
    const rows = list.getByRole('row', { name: /Journey outage quick/ });
    await rows.filter({ hasText: 'Success' }).waitFor();
    const one = await open(`executions/${id}`);
    await one.getByText('Running Call').waitFor();

    await own.kill();
    const killedAt = Date.now();
    await banner(list).waitFor();
    process.stdout.write(`the banner came ${Date.now() - killedAt} ms after the kill\n`);
    await banner(one).waitFor();
    held.release();
    const missed = [await begin(quick), await begin(quick)];
    await eventually('the missed ones ended', async () => {
      const states = await Promise.all(
        [...missed, id].map((each) => api<{ status: string }>('GET', `/executions/${each}`)),
      );
      return states.every(({ data }) => data.status === 'success');
    });

    await own.startAgain();
    await live(list);
    await banner(list).waitFor({ state: 'detached' });
    await list.getByRole('button', { name: '2 new executions: show them' }).click();
    await rows.nth(2).waitFor();
    await begin(quick);
    await list.getByRole('button', { name: '1 new execution: show it' }).click();
    await rows.filter({ hasText: 'Success' }).nth(3).waitFor();
    await expectAllOf(list, quick, 'Journey outage quick');

    await one.getByText(/^Succeeded in/).waitFor();
    await blockRow(one, /Work/).waitFor();
    await one
      .getByRole('list', { name: 'Facts' })
      .getByText(/^events/)
      .waitFor();
    // Its events come before the next check whether the server answers.
    await banner(one).waitFor({ state: 'detached' });
    const picture = await pictureOf(one);
    await one.reload();
    await blockRow(one, /Work/).waitFor();
    expect(await pictureOf(one)).toEqual(picture);
  });

  it('freezes says so, and goes on when it thaws', async () => {
    const quick = await deployedBlocks('Journey frozen', [work], ['start -> work']);
    await begin(quick);
    const list = await open('executions?workflow=Journey+frozen');
    const rows = list.getByRole('row', { name: /Journey frozen/ });
    await rows.first().waitFor();
    own.freeze();
    const frozenAt = Date.now();
    await banner(list).waitFor();
    process.stdout.write(`the banner came ${Date.now() - frozenAt} ms after the freeze\n`);
    await begin(quick);
    own.thaw();
    await banner(list).waitFor({ state: 'detached' });
    // The server may not know any more what this page was told: then the whole list is read again.
    const fresh = list.getByRole('button', { name: '1 new execution: show it' });
    await fresh.or(rows.nth(1)).first().waitFor();
    if (await fresh.isVisible()) await fresh.click();
    await rows.nth(1).waitFor();
    await expectAllOf(list, quick, 'Journey frozen');
  });
});
