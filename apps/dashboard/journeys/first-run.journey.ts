import { expect, it } from '@jest/globals';
import { describeJourney } from './support/service.js';
import { openVisit } from './support/visit.js';

const visit = openVisit();

describeJourney('the first run', () => {
  it('runs the demo, shows what was sent because of it, and lists the execution', async () => {
    const page = await visit.signedIn('start');
    await page.getByRole('button', { name: 'Run the demo' }).click();
    await page.getByText('The workflow answered with status 200').waitFor();
    await page.getByText('The receiver checked its signature and answered 200.').waitFor();
    await page.getByRole('link', { name: 'See the execution in the list' }).click();
    await page.getByRole('heading', { name: 'Executions' }).waitFor();
    const row = page.getByRole('row', { name: /Success Demo order intake Answered 200 webhook/ });
    await row.first().waitFor();
    expect(await page.title()).toBe('Executions · Flowledger');
  });
});
