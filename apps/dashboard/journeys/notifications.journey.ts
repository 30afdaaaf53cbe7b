import { expect, it } from '@jest/globals';
import { api, describeJourney, pageOf, service } from './support/service.js';
import { openVisit } from './support/visit.js';

const visit = openVisit();

/** A workflow that asks for an approval when it is run. */
async function asking(name: string): Promise<string> {
  const { data } = await api<{ readonly id: string }>('POST', '/workflows', {
    name,
    definition: {
      blocks: [
        { id: 'start', type: 'api_trigger', name: 'Start', config: {} },
        { id: 'ask', type: 'approval', name: 'Ask', config: { message: 'Go on?' } },
      ],
      edges: [{ from: 'start', to: 'ask' }],
    },
  });
  await api('POST', `/workflows/${data.id}/deploy`);
  return data.id;
}

/** It waits for a person, so nobody waits for its answer. */
const run = (workflow: string): Promise<Response> =>
  fetch(`${service.url}/api/v1/workflows/${workflow}/execute`, {
    method: 'POST',
    headers: { 'x-api-key': service.apiKey, 'x-execution-mode': 'async' },
  });

describeJourney('the bell', () => {
  it('tells of an approval that is asked for, leads to it, and knows what was read', async () => {
    const workflow = await asking('Journey bell');
    const page = await visit.signedIn('start');
    const unread = page.getByRole('button', { name: /^Notifications \d+ unread$/ });
    await page.getByText('Live', { exact: true }).waitFor();
    await run(workflow);
    await unread.click();
    const entry = page.getByRole('menuitem', { name: /Journey bell asks for an approval/ });
    await entry.click();
    await page.getByRole('row', { name: /Journey bell/ }).waitFor();
    expect(page.url()).toBe(pageOf(`executions?status=paused&workflow=${workflow}`));
    await page.reload();
    const bell = page.getByRole('button', { name: 'Notifications', exact: true });
    await bell.waitFor();
    // Another event makes it unread again.
    await page.getByText('Live', { exact: true }).waitFor();
    await run(workflow);
    await unread.click();
    await page.getByRole('menuitem', { name: /Journey bell asked for 2 approvals/ }).waitFor();
    await page.keyboard.press('Escape');
    await bell.waitFor();
  });
});
