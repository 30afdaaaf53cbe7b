import { expect, it } from '@jest/globals';
import { openReceiver } from './support/receiver.js';
import { api, deployed, describeJourney, pageOf } from './support/service.js';
import { openVisit } from './support/visit.js';

const visit = openVisit();

describeJourney('the definition of a workflow', () => {
  it('is drawn, shown as JSON, and told apart from its draft', async () => {
    const { id } = await deployed('drawn', { body: { ok: true } });
    const { data } = await api<{ definition: { blocks: { name: string }[] } }>(
      'GET',
      `/workflows/${id}`,
    );
    const [hook, ...rest] = data.definition.blocks;
    const blocks = [{ ...hook, name: 'Renamed' }, ...rest];
    const saved = await api('PUT', `/workflows/${id}`, {
      name: 'Journey drawn',
      definition: { ...data.definition, blocks },
    });
    expect(saved.status).toBe(200);

    const page = await visit.signedIn(`workflows/${id}`);
    const tree = page.getByRole('tree', { name: 'Blocks: Journey drawn' });
    await tree.getByRole('treeitem', { name: /Webhook/ }).waitFor();
    await page.getByRole('radio', { name: 'Draft' }).click();
    await tree.getByRole('treeitem', { name: /Renamed/ }).waitFor();
    expect(new URL(page.url()).searchParams.get('of')).toBe('draft');
    await page.reload();
    await tree.getByRole('treeitem', { name: /Renamed/ }).waitFor();
    await page.getByRole('tab', { name: 'Definition' }).click();
    const json = page.getByRole('region', { name: 'Definition' });
    await json.getByText('Renamed').waitFor();
    await page.getByRole('radio', { name: 'Deployed' }).click();
    await json.getByText('Renamed').waitFor({ state: 'detached' });
  });

  it('has its receivers, of which one is added and changed there', async () => {
    const receiver = await openReceiver('/told');
    const { id } = await deployed('telling', { body: { ok: true } });
    const page = await visit.signedIn(`workflows/${id}`);
    await page.getByRole('button', { name: 'Add subscription' }).click();
    await page.getByLabel('Receiver URL').fill(receiver.url);
    await page.getByRole('dialog').getByRole('button', { name: 'Add subscription' }).click();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    const row = page.getByRole('row', { name: new RegExp(receiver.url) });
    await row.getByText('this workflow').waitFor();
    await row.getByRole('button', { name: /^Change the subscription/ }).click();
    await page.getByLabel('Receiver URL').fill(`${receiver.url}/changed`);
    await page.getByRole('button', { name: 'Save' }).click();
    const { host, pathname } = new URL(receiver.url);
    await page.getByRole('link', { name: `${host}${pathname}/changed` }).click();
    await page.waitForURL((url) => url.href.startsWith(pageOf('webhooks?subscription=')));
    await receiver.close();
  });
});
