import { afterEach, expect, it } from '@jest/globals';
import { eventually } from '../../../test/support/eventually.js';
import {
  begin,
  type Block,
  blockRow,
  deployedBlocks,
  pictureOf,
  treeOf,
} from './support/executions.js';
import { type BrokenService, brokenService } from './support/broken-service.js';
import { heldAnswer } from './support/held-answer.js';
import { api, describeJourney, pageOf, service } from './support/service.js';
import { openVisit } from './support/visit.js';

const visit = openVisit();
let broken: BrokenService | null = null;
afterEach(() => {
  broken?.close();
  broken = null;
});

const call = (id: string, name: string, url: string, more: object = {}): Block => ({
  ...{ id, type: 'api', name },
  config: { url, method: 'GET', ...more },
});
const loop: Block = {
  ...{ id: 'each', type: 'loop', name: 'Each line' },
  config: { type: 'count', count: 3, failFast: false },
};
const check: Block = {
  ...{ id: 'check', type: 'condition', name: 'Check line' },
  config: { conditions: [{ port: 'bad', expression: '<loop.index> === 1' }, { port: 'good' }] },
};
const refuse: Block = {
  ...{ id: 'refuse', type: 'function', name: 'Refuse line' },
  config: { code: 'throw new Error("This line is bad");' },
};
const book: Block = {
  ...{ id: 'book', type: 'function', name: 'Book it' },
  config: { code: 'return { booked: true };' },
};
const ask: Block = {
  ...{ id: 'ask', type: 'approval', name: 'Ask' },
  config: { message: 'Refund 42 EUR?' },
};

describeJourney('the page of an execution', () => {
  it('is watched live, leads to the error, looks the same reloaded, and reruns from there', async () => {
    const held = await heldAnswer();
    broken = await brokenService();
    const retry = { retry: { maxRetries: 1, initialDelayMs: 100 } };
    const workflow = await deployedBlocks(
      'Journey watched',
      [
        call('fetch', 'Fetch order', held.url),
        ...[loop, check, refuse, call('charge', 'Charge card', broken.url, retry), book],
      ],
      [
        ...['start -> fetch', 'fetch -> each', 'each.each -> check', 'check.bad -> refuse'],
        ...['each -> charge', 'charge -> book'],
      ],
    );
    const id = await begin(workflow);
    const page = await visit.signedIn(`executions/${id}`);
    await held.asked;
    await page.getByText('Running Fetch order').waitFor();
    held.release();
    await page.getByText(/^Failed after .* in Charge card: .*, second try$/).waitFor();

    await page
      .getByRole('list', { name: 'Facts' })
      .getByText(/^events/)
      .waitFor();
    await treeOf(page).getByRole('treeitem').first().click();
    await page.keyboard.press('e');
    const refused = blockRow(page, /Refuse line/);
    await refused.and(page.locator('[aria-selected=true]')).waitFor();
    await page.keyboard.press('e');
    const charged = blockRow(page, /Charge card/);
    await charged.and(page.locator('[aria-selected=true]')).waitFor();
    expect(new URL(page.url()).searchParams.get('span')).toBe('charge');
    const live = await pictureOf(page);
    await page.reload();
    await charged.and(page.locator('[aria-selected=true]')).waitFor();
    expect(await pictureOf(page)).toEqual(live);

    broken.mend();
    await page.getByRole('button', { name: 'Rerun from Charge card' }).click();
    await page.waitForURL((url) => !url.href.includes(id));
    await page.getByText(/^Succeeded in/).waitFor();
    await blockRow(page, /Book it/).waitFor();
    await page.getByRole('link', { name: 'Rerun of another' }).click();
    await page.getByText(/^Failed after/).waitFor();
    expect(page.url()).toBe(pageOf(`executions/${id}`));
  });

  it('takes the answer to an approval, and goes on before the reader', async () => {
    const answer: Block = {
      ...{ id: 'answer', type: 'response', name: 'Answer' },
      config: { body: { approved: '<ask.data.approved>' } },
    };
    const workflow = await deployedBlocks(
      'Journey asked',
      [ask, answer],
      [...['start -> ask', 'ask -> answer']],
    );
    const id = await begin(workflow);
    const page = await visit.signedIn(`executions/${id}`);
    await page.getByText('Waiting for an answer in Ask').waitFor();
    await page.getByText('Refund 42 EUR?').waitFor();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText(/^Succeeded in/).waitFor();
    await blockRow(page, /Answer/).waitFor();
    await page.getByRole('tab', { name: 'Output' }).click();
    await page.getByText('"approved"').waitFor();
    await page.getByText('true', { exact: true }).first().waitFor();
  });

  it('says how many failed alike, lists them, and reruns all after a dry run', async () => {
    const workflow = await deployedBlocks('Journey alike', [refuse], ['start -> refuse']);
    const [id] = [await begin(workflow), await begin(workflow)];
    await eventually('both are in one group', async () => {
      const { data } = await api<{ workflowId: string; count: number }[]>('GET', '/logs/errors');
      return data.some((group) => group.workflowId === workflow && group.count === 2);
    });
    const page = await visit.signedIn(`executions/${id}`);
    const alike = page.getByRole('region', { name: /^1 more execution failed like this since/ });
    await alike.getByText('All in Refuse line, version 1').waitFor();
    await alike.getByRole('button', { name: 'Open the group' }).click();
    await page
      .getByRole('row', { name: /Journey alike/ })
      .nth(1)
      .waitFor();
    await page.goBack();
    await alike.getByRole('button', { name: 'Count, then rerun all 2' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('Dry run: 2 executions match now.').waitFor();
    await dialog.getByRole('button', { name: 'Rerun 2 executions' }).click();
    await page.getByText('2 executions run again').waitFor();
    await eventually('both ran again', async () => {
      const filter = `workspaceId=${service.workspaceId}&workflowIds=${workflow}`;
      return (await api<unknown[]>('GET', `/logs?${filter}`)).data.length === 4;
    });
  });
});
