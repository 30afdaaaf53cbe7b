/** Pinned outputs in place of calls, and tests before a deployment, in the editor. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { faultsOf } from './support/axe.js';
import { type Block, deployedBlocks } from './support/executions.js';
import { linkFor } from './support/members.js';
import { openReceiver, type Receiver } from './support/receiver.js';
import { api, describeJourney, pageOf, service } from './support/service.js';
import { openVisit } from './support/visit.js';

const visit = openVisit();
let receiver: Receiver;
beforeAll(async () => {
  receiver = await openReceiver();
});
afterAll(() => receiver.close());

/** They open several pages, or run tests: more than others have time for on a busy machine. */
const slowMs = 300_000;

const editorOf = (id: string): string => `workflows/${id}/edit`;

const call = (): Block => ({
  ...{ id: 'call', type: 'api', name: 'Call' },
  config: { url: receiver.url, method: 'POST', body: {} },
});
const seen: Block = {
  ...{ id: 'seen', type: 'variables', name: 'Seen' },
  config: { values: { got: '<call.status>' } },
};

const callThenSee = (name: string): Promise<string> =>
  deployedBlocks(name, [call(), seen], ['start -> call', 'call -> seen']);

/** @returns once it has ended */
async function run(id: string, body: object = {}): Promise<string> {
  const answer = await fetch(`${service.url}/api/v1/workflows/${id}/execute`, {
    method: 'POST',
    headers: {
      ...{ 'x-api-key': service.apiKey, 'content-type': 'application/json', 'x-draft': 'true' },
      'x-execution-mode': 'sync',
    },
    body: JSON.stringify(body),
  });
  return ((await answer.json()) as { data: { status: string } }).data.status;
}

/** On the canvas; the tree of blocks is for the keyboard. */
const openBlock = (page: Page, name: string): Promise<void> =>
  page.getByText(name, { exact: true }).first().click();

const press = (page: Page | Locator, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

describeJourney('pins and tests in the editor', () => {
  it(
    'pins the last output, for all who edit, in place of the call',
    async () => {
      const id = await callThenSee('Called');
      expect(await run(id)).toBe('success');
      const [ana, ben] = [await visit.signedIn(editorOf(id)), await visit.signedIn(editorOf(id))];
      await ben.getByRole('treeitem', { name: /^Call/ }).waitFor();
      await openBlock(ana, 'Call');
      await press(ana, 'Pin this output');
      await ana.getByText(/^Pinned .* by a key$/).waitFor();
      // Ben reads it on the canvas without a reload.
      await ben.getByText('Pinned', { exact: true }).waitFor();
      expect(await faultsOf(ana)).toEqual([]);

      const before = receiver.calls();
      expect(await run(id, { usePins: true })).toBe('success');
      expect(receiver.calls()).toBe(before);
      expect(await run(id)).toBe('success');
      expect(receiver.calls()).toBe(before + 1);

      await openBlock(ben, 'Call');
      await press(ben, 'Unpin');
      await ana.getByRole('button', { name: 'Pin this output' }).waitFor();
      await ana.getByText('Pinned', { exact: true }).waitFor({ state: 'detached' });
    },
    slowMs,
  );

  it('refuses a masked output until it is replaced, and shows where it is masked', async () => {
    const work: Block = {
      ...{ id: 'work', type: 'function', name: 'Work' },
      config: { code: 'return { token: "Bearer ***", big: 1 };' },
    };
    const id = await deployedBlocks('Masked', [work], ['start -> work']);
    await run(id);
    const page = await visit.signedIn(editorOf(id));
    await openBlock(page, 'Work');
    await press(page, 'Pin this output');
    const dialog = page.getByRole('dialog', { name: 'Pinned output of Work' });
    await dialog.getByText('Replace what logs mask').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await press(dialog, 'Show the one left');
    await page.keyboard.type('"Bearer mine"');
    await dialog.getByText('Replace what logs mask').waitFor({ state: 'detached' });
    await press(dialog, 'Pin it');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(/^Pinned .* by a key$/).waitFor();
    const { data } = await api<{ output: object }[]>('GET', `/workflows/${id}/pins`);
    expect(JSON.stringify(data[0]?.output)).toContain('Bearer mine');
  });

  it(
    'saves a run as a test, and says before a deployment that it fails',
    async () => {
      const id = await callThenSee('Tested');
      await run(id);
      const page = await visit.signedIn(editorOf(id), service.apiKey, { colorScheme: 'dark' });
      await page.getByRole('treeitem', { name: /^Call/ }).waitFor();
      await press(page, 'Tests of this workflow');
      await press(page, 'Save this run as a test');
      const dialog = page.getByRole('dialog', { name: 'Save a run as a test' });
      await dialog.getByRole('checkbox', { name: /^Call/ }).waitFor();
      await dialog.getByLabel('Name').fill('An order is seen');
      expect(await faultsOf(page)).toEqual([]);
      const before = receiver.calls();
      await press(dialog, 'Save the test');
      const tests = page.getByRole('list', { name: 'Tests' });
      await tests.getByText('Passed').waitFor();
      expect(receiver.calls()).toBe(before);

      // Somebody else edits what the test expects.
      const { data } = await api<{ definition: object }>('GET', `/workflows/${id}`);
      const edited = JSON.stringify(data.definition).replace('<call.status>', 'another');
      await api('PATCH', `/workflows/${id}`, { definition: JSON.parse(edited) as object });
      await press(page, 'Deploy');
      await page.getByText('1 of 1 tests fails: An order is seen').waitFor();
      await page.getByText('output.got: expected 200, got "another"').waitFor();
      await page.getByRole('button', { name: 'Deploy with 1 failing' }).waitFor();
      expect(await faultsOf(page)).toEqual([]);

      await press(page, 'Tests of this workflow');
      await tests.getByText('Failed').waitFor();
      await tests.getByRole('definition').getByText('"another"').waitFor();
    },
    slowMs,
  );

  it('edits a stored test and keeps the digits of its numbers', async () => {
    const id = await callThenSee('Exact');
    const path = `${service.url}/api/v1/workflows/${id}/tests`;
    const headers = { 'x-api-key': service.apiKey, 'content-type': 'application/json' };
    const test = '{"name":"exact","input":[9007199254740993,1.10],"mocks":{"call":{"output":1}}}';
    await fetch(`${path}/${crypto.randomUUID()}`, {
      ...{ method: 'PUT', headers, body: `{"test":${test}}` },
    });
    const page = await visit.signedIn(`${editorOf(id)}?side=tests`);
    await press(page, 'More for exact');
    await page.getByRole('menuitem', { name: 'Rename or edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit a test' });
    await dialog.getByLabel('Name').fill('still exact');
    await press(dialog, 'Save the test');
    await page.getByRole('list', { name: 'Tests' }).getByText('still exact').waitFor();
    const stored = await (await fetch(path, { headers })).text();
    expect(stored.replaceAll(/\s/g, '')).toContain(
      test.replace('"exact"', '"stillexact"').slice(0, -1),
    );
  });

  it('shows a viewer pins and tests, and which role changes them', async () => {
    const id = await callThenSee('Looked at');
    await api('PUT', `/workflows/${id}/pins/call`, { output: { data: { received: 1 } } });
    const name = 'A stored one';
    await api('PUT', `/workflows/${id}/tests/${crypto.randomUUID()}`, { test: { name } });
    const page = await visit.page(await visit.person());
    await page.goto(await linkFor(`${id}@journeys.example`, 'viewer'));
    await page.getByRole('navigation', { name: /pages$/i }).waitFor();
    await page.goto(pageOf(editorOf(id)));
    await openBlock(page, 'Call');
    const unpin = page.getByRole('button', { name: 'Unpin' });
    await unpin.hover();
    await page.getByRole('tooltip', { name: 'Pinning needs the role editor' }).waitFor();
    expect(await unpin.getAttribute('aria-disabled')).toBe('true');
    await press(page, 'Tests of this workflow');
    await page.getByText(name).waitFor();
    await page.getByRole('button', { name: 'Run all' }).hover();
    await page.getByRole('tooltip', { name: 'Tests need the role editor' }).waitFor();
  });
});
