import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { eventually } from '../../../test/support/eventually.js';
import { heldAnswer } from './support/held-answer.js';
import {
  api,
  deployed,
  deployedFailureAfter,
  describeJourney,
  pageOf,
  trigger,
} from './support/service.js';
import { openVisit } from './support/visit.js';

const visit = openVisit();

describeJourney('the executions list', () => {
  it('says how many are new without moving what is read, and shows them on demand', async () => {
    const workflow = await deployed('live-list', { body: { ok: true } });
    await trigger(workflow);
    const page = await visit.signedIn('executions?workflow=Journey+live-list');
    await page.getByRole('row', { name: /Journey live-list/ }).waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await trigger(workflow);
    await page.getByRole('button', { name: '1 new execution: show it' }).click();
    await page
      .getByRole('row', { name: /Journey live-list/ })
      .nth(1)
      .waitFor();
  });

  it('tells of a failure that started before the newest row', async () => {
    const held = await heldAnswer();
    const slow = await deployedFailureAfter('slow-failure', held.url);
    const quick = await deployed('quick-failure', { body: {} }, 'throw new Error("It failed");');
    await trigger(quick);
    const page = await visit.signedIn('executions?status=error&from=2026-01-01');
    await page.getByRole('row', { name: /quick-failure/ }).waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    const answered = trigger(slow);
    await held.asked;
    await trigger(quick);
    const fresh = page.getByRole('button', { name: /new executions?: show/ });
    await fresh.click();
    await page
      .getByRole('row', { name: /quick-failure/ })
      .nth(1)
      .waitFor();
    await fresh.waitFor({ state: 'detached' });
    held.release();
    await answered;
    await fresh.click();
    await page.getByRole('row', { name: /slow-failure/ }).waitFor();
  });

  it('exports what its filter matches', async () => {
    const workflow = await deployed('export-list', { body: { ok: true } });
    await trigger(workflow);
    const page = await visit.signedIn('executions?workflow=Journey+export-list');
    await page.getByRole('row', { name: /Journey export-list/ }).waitFor();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe('logs.csv');
    const lines = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines).toHaveLength(2);
  });

  it('keeps its filter in the address, and refuses what it can not read', async () => {
    const page = await visit.signedIn('executions');
    const field = page.getByRole('combobox', { name: 'Filter executions' });
    await field.fill('status:exploded');
    await field.press('Enter');
    await page.getByText('"status:exploded" can be:').waitFor();
    expect(page.url()).toBe(pageOf('executions'));
    await field.fill('status:failed trigger:schedule');
    await field.press('Enter');
    await page.getByText('No execution matches this filter').waitFor();
    expect(page.url()).toBe(pageOf('executions?status=error&trigger=schedule'));
    await page.reload();
    await page.getByText('No execution matches this filter').waitFor();
    await page.getByRole('button', { name: /^Remove the filter trigger/ }).waitFor();
    await page.getByRole('button', { name: 'Clear the filter' }).first().click();
    await page.getByRole('grid', { name: 'Executions' }).waitFor();
  });

  it('is filtered by what it suggests, several statuses at a time', async () => {
    const [fine, failing] = [
      await deployed('status-fine', { body: { ok: true } }),
      await deployed('status-failing', { body: {} }, 'throw new Error("It failed");'),
    ];
    for (const workflow of [fine, failing]) await trigger(workflow);
    const page = await visit.signedIn('executions?q=Journey+status');
    const row = (name: string) => page.getByRole('row', { name: new RegExp(`Journey ${name}`) });
    for (const name of ['status-fine', 'status-failing']) await row(name).waitFor();
    const field = page.getByRole('combobox', { name: 'Filter executions' });
    await field.fill('Journey status status:c');
    await page.getByRole('option', { name: /cancelled/i }).waitFor();
    await field.press('ArrowDown');
    await field.press('Enter');
    await page.getByText('No execution matches this filter').waitFor();
    await field.press('End');
    await field.pressSequentially(' status:err');
    await page.getByRole('option').first().click();
    await row('status-failing').waitFor();
    expect(await row('status-fine').count()).toBe(0);
    expect(page.url()).toBe(pageOf('executions?status=error%2Ccancelled&q=Journey+status'));
    await page.reload();
    await row('status-failing').waitFor();
    expect(await field.inputValue()).toBe('Journey status');
    await page.getByRole('button', { name: /^Remove the filter status/ }).click();
    await row('status-fine').waitFor();
  });

  it('shows an execution beside the list, by mouse and by keys, and in the address', async () => {
    const workflow = await deployed('peek', { body: {} }, 'throw new Error("It failed");');
    for (let runs = 0; runs < 2; runs += 1) await trigger(workflow);
    const page = await visit.signedIn('executions?workflow=Journey+peek');
    const links = page.getByRole('row').getByRole('link', { name: 'Journey peek' });
    await links.nth(1).waitFor();
    await links.first().click();
    await page.getByRole('grid', { name: 'Executions' }).focus();
    const peek = page.getByRole('complementary', { name: 'Execution' });
    await peek.getByText('It failed').first().waitFor();
    await peek.getByText('Work', { exact: true }).waitFor();
    await peek.getByRole('button', { name: 'Rerun from Work' }).waitFor();
    const first = new URL(page.url()).searchParams.get('peek');
    await page.keyboard.press('j');
    await page.waitForURL((url) => url.searchParams.get('peek') !== first);
    await peek.getByText('It failed').first().waitFor();
    await page.reload();
    await peek.getByText('It failed').first().waitFor();
    await page.keyboard.press('Escape');
    await peek.waitFor({ state: 'detached' });
    expect(page.url()).toBe(pageOf('executions?workflow=Journey+peek'));
  });

  it('has a chart of what ended, on which a range is chosen', async () => {
    const workflow = await deployed('chart', { body: { ok: true } });
    await trigger(workflow);
    const stats = `/stats/executions?bucket=hour&workflowIds=${workflow.id}`;
    await eventually('it is counted', async () => {
      const { data } = await api<readonly object[]>('GET', stats);
      return data.length > 0 || null;
    });
    const page = await visit.signedIn('executions?workflow=Journey+chart');
    const figures = page.getByRole('table', { name: 'Ended, by time and outcome' });
    await figures.getByRole('cell', { name: '1', exact: true }).waitFor();
    const chart = await page.getByRole('slider', { name: /Ended executions/ }).boundingBox();
    const { x = 0, y = 0, width = 0 } = chart ?? {};
    await page.mouse.move(x + width - 1, y + 10);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + 10);
    await page.mouse.up();
    await page.waitForURL((url) => url.searchParams.has('from') && url.searchParams.has('to'));
    await page.getByRole('row', { name: /Journey chart/ }).waitFor();
    await figures.getByRole('cell', { name: '1', exact: true }).waitFor();
  });
});
