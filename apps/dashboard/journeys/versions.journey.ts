/** Two deployments are compared, and the older one is deployed again (journey 9). */
import { expect, it } from '@jest/globals';
import { eventually } from '../../../test/support/eventually.js';
import { api, deployed, describeJourney, pageOf, service, trigger } from './support/service.js';
import { openVisit } from './support/visit.js';

const visit = openVisit();

interface Block {
  readonly id: string;
  readonly config: object;
}

/** The answer gets another body, and the next version is deployed. */
async function deployNext(id: string, body: object): Promise<void> {
  const { data } = await api<{ name: string; definition: { blocks: Block[] } }>(
    'GET',
    `/workflows/${id}`,
  );
  const blocks = data.definition.blocks.map((block) =>
    block.id === 'answer' ? { ...block, config: { body } } : block,
  );
  const definition = { ...data.definition, blocks };
  await api('PUT', `/workflows/${id}`, { name: data.name, definition });
  await api('POST', `/workflows/${id}/deploy`, { note: 'Answers more' });
}

async function hasEnded(executionId: string): Promise<void> {
  await eventually('the execution is in the log', async () => {
    const filter = `workspaceId=${service.workspaceId}&executionId=${executionId}`;
    const { data } = await api<{ status: string }[]>('GET', `/logs?${filter}`);
    return data[0]?.status === 'success';
  });
}

describeJourney('the versions of a workflow', () => {
  it('are compared, and the older one is deployed again after a preview', async () => {
    const workflow = await deployed('versioned', { body: { ok: true } });
    const answerOf = async (): Promise<unknown> => {
      const response = await trigger(workflow);
      const executionId = response.headers.get('x-execution-id') ?? '';
      await hasEnded(executionId);
      return response.json();
    };
    expect(await answerOf()).toEqual({ ok: true });
    await deployNext(workflow.id, { ok: true, more: 1 });
    expect(await answerOf()).toEqual({ ok: true, more: 1 });

    const page = await visit.signedIn(`workflows/${workflow.id}/versions`);
    const list = page.getByRole('region', { name: 'Versions' });
    await list.getByText('Answers more').waitFor();
    await list.getByRole('button', { name: 'Compare from Version 1' }).click();
    await list.getByRole('button', { name: 'Compare to Version 2' }).click();
    await page.waitForURL(
      ({ searchParams }) => searchParams.get('a') === '1' && searchParams.get('b') === '2',
    );
    const side = page.getByRole('complementary', { name: 'What differs' });
    await side.getByRole('heading', { name: '1 block differs' }).waitFor();
    await side.getByText('more', { exact: false }).first().waitFor();
    await page.getByRole('treeitem', { name: /^Answer,.*Changed/ }).waitFor({ state: 'attached' });

    await page.getByRole('button', { name: 'Deploy version 1 again' }).click();
    const asked = page.getByRole('alertdialog');
    await asked.getByText('The answer of Answer loses more').waitFor();
    await asked.getByRole('button', { name: 'Deploy version 1 again' }).click();
    await asked.waitFor({ state: 'detached' });
    await list.getByRole('listitem').filter({ hasText: 'Version 1' }).getByText('Live').waitFor();
    expect(await answerOf()).toEqual({ ok: true });

    // Which version each execution used.
    const first = list.getByRole('listitem').filter({ hasText: 'Version 2' });
    await first.getByRole('link', { name: 'Executions' }).click();
    await page.waitForURL((url) => url.href.startsWith(pageOf('executions')));
    const rows = page.getByRole('row', { name: /Journey versioned/ });
    await rows.first().waitFor();
    expect(await rows.count()).toBe(1);
    await rows.getByRole('link').click();
    await page.getByText('v2', { exact: true }).waitFor();
  });
});
