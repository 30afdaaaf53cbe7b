import { expect, it } from '@jest/globals';
import { deployed, describeJourney, pageOf } from './support/service.js';
import { openVisit } from './support/visit.js';

const visit = openVisit();

describeJourney('the page of a workflow', () => {
  it('is found in the list, shows how it is called, runs it, and deletes it', async () => {
    const workflow = await deployed('called', { body: { ok: true } });
    const page = await visit.signedIn('workflows?q=Journey+called');
    await page
      .getByRole('row', { name: /Journey called/ })
      .getByRole('link')
      .click();
    await page.waitForURL(pageOf(`workflows/${workflow.id}`));
    const url = page.getByRole('region', { name: 'Trigger URL' });
    expect(await url.textContent()).toContain(new URL(workflow.triggerUrl).pathname);

    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const input = page.getByLabel('Input');
    await input.fill('{"id":');
    await page.getByText(/^This is no JSON/).waitFor();
    await input.fill('{"id":9007199254740993}');
    await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
    await page.waitForURL((to) => to.pathname.includes('/executions/'));
    await page.goBack();

    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Pause' }).click();
    await page.getByText('Paused', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(pageOf('workflows'));
    await page.getByRole('grid', { name: 'Workflows' }).waitFor();
    expect(await page.getByRole('row', { name: /Journey called/ }).count()).toBe(0);
  });
});
