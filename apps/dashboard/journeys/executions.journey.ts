import { expect, it } from '@jest/globals';
import { eventually } from '../../../test/support/eventually.js';
import { api, deployed, describeJourney, pageOf, trigger } from './support/service.js';
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

  it('keeps its filter in the address, and refuses what it can not read', async () => {
    const page = await visit.signedIn('executions');
    const field = page.getByRole('textbox', { name: 'Filter' });
    await field.fill('status:failed');
    await field.press('Enter');
    await page.getByText('"status:failed" can be:').waitFor();
    expect(page.url()).toBe(pageOf('executions'));
    await field.fill('status:error trigger:schedule');
    await field.press('Enter');
    await page.getByText('No execution matches this filter').waitFor();
    expect(page.url()).toBe(pageOf('executions?status=error&trigger=schedule'));
    await page.reload();
    await page.getByText('No execution matches this filter').waitFor();
    expect(await field.inputValue()).toBe('status:error trigger:schedule');
    await page.getByRole('button', { name: 'Clear the filter' }).first().click();
    await page.getByRole('table', { name: 'Executions' }).waitFor();
  });

  it('is filtered by several statuses, which are kept in the address', async () => {
    const [fine, failing] = [
      await deployed('status-fine', { body: { ok: true } }),
      await deployed('status-failing', { body: {} }, 'throw new Error("It failed");'),
    ];
    for (const workflow of [fine, failing]) await trigger(workflow);
    const page = await visit.signedIn('executions?q=Journey+status');
    const row = (name: string) => page.getByRole('row', { name: new RegExp(`Journey ${name}`) });
    for (const name of ['status-fine', 'status-failing']) await row(name).waitFor();
    await page.getByRole('button', { name: 'Status: any' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'cancelled' }).click();
    await page.getByText('No execution matches this filter').waitFor();
    await page.getByRole('menuitemcheckbox', { name: 'Failed' }).click();
    await row('status-failing').waitFor();
    expect(await row('status-fine').count()).toBe(0);
    await page.keyboard.press('Escape');
    expect(page.url()).toBe(pageOf('executions?q=Journey+status&status=error%2Ccancelled'));
    await page.reload();
    await row('status-failing').waitFor();
    expect(await page.getByRole('textbox', { name: 'Filter' }).inputValue()).toBe(
      'status:error,cancelled Journey status',
    );
    await page.getByRole('button', { name: 'Status: error, cancelled' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Success' }).click();
    await row('status-fine').waitFor();
  });

  it('shows an execution beside the list, by mouse and by keys, and in the address', async () => {
    const workflow = await deployed('peek', { body: {} }, 'throw new Error("It failed");');
    for (let runs = 0; runs < 2; runs += 1) await trigger(workflow);
    const page = await visit.signedIn('executions?workflow=Journey+peek');
    const links = page.getByRole('row').getByRole('link', { name: 'Journey peek' });
    await links.nth(1).waitFor();
    await links.first().click();
    const peek = page.getByRole('complementary', { name: 'Execution' });
    await peek.getByText('It failed').first().waitFor();
    await peek.getByText('Work', { exact: true }).waitFor();
    const first = new URL(page.url()).searchParams.get('peek') ?? '';
    expect(await peek.getByRole('region', { name: 'The same by the API' }).textContent()).toContain(
      first,
    );
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
    const chart = await page.locator('figure svg').boundingBox();
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
