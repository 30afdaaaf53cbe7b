import { describe, expect, it } from '@jest/globals';
import { deployed, isSkipped, pageOf, trigger } from './support/service.js';
import { openVisit } from './support/visit.js';

const visit = openVisit();

(isSkipped ? describe.skip : describe)('the executions list', () => {
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
    await page.getByRole('menuitemcheckbox', { name: 'error' }).click();
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
    await page.getByRole('menuitemcheckbox', { name: 'success' }).click();
    await row('status-fine').waitFor();
  });
});
