/** Trying a draft in its editor, by keyboard alone where a test says so. */
import { afterEach, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { faultsOf } from './support/axe.js';
import { type Block, begin, deployedBlocks } from './support/executions.js';
import { heldAnswer } from './support/held-answer.js';
import { pressOn, typeInto } from './support/keyboard.js';
import { linkFor } from './support/members.js';
import { openReceiver, type Receiver } from './support/receiver.js';
import { api, describeJourney, pageOf } from './support/service.js';
import { openVisit } from './support/visit.js';

const visit = openVisit();
let receivers: Receiver[] = [];
afterEach(async () => {
  await Promise.all(receivers.map((receiver) => receiver.close()));
  receivers = [];
});

async function answering(status: number): Promise<string> {
  const receiver = await openReceiver('/charges');
  receiver.answerWith(status);
  receivers.push(receiver);
  return receiver.url;
}

const call = (id: string, name: string, url: string): Block => ({
  ...{ id, type: 'api', name },
  config: { url, method: 'GET' },
});

const refuse: Block = {
  ...{ id: 'refuse', type: 'function', name: 'Refuse order' },
  config: { code: 'throw new Error("The card was refused");' },
};

const onCanvas = (page: Page, name: RegExp): Locator => page.getByRole('treeitem', { name });
const dock = (page: Page): Locator => page.getByRole('region', { name: 'Runs of this workflow' });

describeJourney('trying a draft', () => {
  it('runs it, leads to the error, and runs on from there once it is mended, by keyboard', async () => {
    // It answers once: a second call of the first block would fail.
    const held = await heldAnswer();
    const [refusing, accepting] = [await answering(402), await answering(200)];
    const workflow = await deployedBlocks(
      'Journey tried',
      [call('fetch', 'Fetch order', held.url), call('charge', 'Charge card', refusing), refuse],
      ['start -> fetch', 'fetch -> charge', 'charge.error -> refuse'],
    );
    const page = await visit.signedIn(`workflows/${workflow}/edit`);
    await onCanvas(page, /^Charge card/).waitFor();

    await page.keyboard.press('ControlOrMeta+Enter');
    // No block reads an input, so nobody is asked for one.
    await onCanvas(page, /^Fetch order.*Running/).waitFor();
    held.release();
    await onCanvas(page, /^Charge card.*Failed, HTTP 402/).waitFor();
    await dock(page)
      .getByText(/^Failed after/)
      .last()
      .waitFor();
    expect(new URL(page.url()).searchParams.get('run')).not.toBeNull();

    await page.keyboard.press('e');
    const panel = page.getByRole('complementary', { name: 'Charge card' });
    // What failed, and what to try, stand above the form.
    const failure = panel.getByRole('alert').filter({ hasText: 'HTTP 402 Payment Required' });
    await failure.getByText('Compare the input with what the server expects.').waitFor();
    // Once: its output says the same.
    const raw = panel.getByRole('region', { name: 'Output' });
    expect(await raw.count()).toBe(0);
    await panel.getByRole('button', { name: 'Show raw output' }).click();
    await raw.waitFor();
    await panel.getByRole('button', { name: 'Show raw output' }).click();
    await raw.waitFor({ state: 'detached' });
    const form = panel.getByRole('textbox', { name: 'URL', exact: true });
    const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
    expect(await topOf(failure)).toBeLessThan(await topOf(form));
    await typeInto(page, panel.getByRole('textbox', { name: 'URL', exact: true }), accepting);
    await page.getByText('Saved', { exact: true }).waitFor();
    await dock(page).getByText('Ran the draft; it has changed since').waitFor();
    await pressOn(page, panel.getByRole('button', { name: 'More ways to try this block' }));
    await page.getByRole('menuitem', { name: /^Run from here/ }).waitFor();
    await page.keyboard.press('Enter');
    await onCanvas(page, /^Charge card.*Success/).waitFor();
    await dock(page)
      .getByText(/^Succeeded in/)
      .last()
      .waitFor();
    // It was not called again; nothing says that it was skipped or ran.
    await onCanvas(page, /^Fetch order.*Reused/).waitFor();
    const edited = page.url();
    await page.goto(pageOf(`executions/${new URL(edited).searchParams.get('run') ?? ''}`));
    await page.getByRole('treeitem', { name: /^Fetch order.*Reused/ }).waitFor();
    await page.getByText('Fetch order', { exact: true }).first().click();
    const side = page.getByRole('complementary', { name: 'Fetch order' });
    await side.getByText('Reused', { exact: true }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await side.getByRole('link', { name: 'Its result in that execution' }).click();
    await page.getByText(/^Failed after/).waitFor();
    await side.getByText('Output', { exact: true }).first().waitFor();
    await page.goto(edited);
    await onCanvas(page, /^Charge card.*Success/).waitFor();

    await page.reload();
    await onCanvas(page, /^Charge card.*Success/).waitFor();
    await pressOn(page, dock(page).getByRole('button', { name: 'Runs', exact: true }));
    const failed = dock(page).getByRole('button', { name: /^Failed, .*show it on the canvas/ });
    await pressOn(page, failed);
    await onCanvas(page, /^Charge card.*Failed/).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await faultsOf(page)).toEqual([]);
  });

  it('says how many pins a run of the draft used', async () => {
    const accepting = await answering(200);
    const workflow = await deployedBlocks(
      'Journey pinned',
      [call('fetch', 'Fetch order', accepting), call('charge', 'Charge card', accepting)],
      ['start -> fetch', 'fetch -> charge'],
    );
    await api('PUT', `/workflows/${workflow}/pins/fetch`, { output: { data: {} } });
    const page = await visit.signedIn(`workflows/${workflow}/edit`);
    await page.getByRole('button', { name: /^Run draft/ }).click();
    await dock(page).getByText('Draft, used 1 pin', { exact: true }).waitFor();
  });

  it('shows the run of an execution page, of which version it was, and the last one until it is hidden', async () => {
    const accepting = await answering(200);
    const workflow = await deployedBlocks(
      'Journey opened',
      [call('fetch', 'Fetch order', accepting)],
      ['start -> fetch'],
    );
    const executionId = await begin(workflow);
    const page = await visit.signedIn(`executions/${executionId}`);
    await page.getByText(/^Succeeded in/).waitFor();
    await page.getByRole('button', { name: 'Open in the editor' }).click();
    await page.waitForURL(`${pageOf(`workflows/${workflow}`)}?run=${executionId}`);
    await onCanvas(page, /^Fetch order.*Success/).waitFor();
    await dock(page).getByText('Version 1', { exact: true }).waitFor();

    await page.getByText('Fetch order', { exact: true }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Read order');
    await page.keyboard.press('Enter');
    await dock(page).getByText('Ran version 1; the draft differs').waitFor();
    await dock(page).getByRole('button', { name: 'Hide its outcomes' }).click();
    await page.waitForURL(({ searchParams }) => !searchParams.has('run'));
    await dock(page)
      .getByText(/^Last run succeeded/)
      .waitFor();
    expect(await onCanvas(page, /^Read order/).innerText()).not.toContain('Success');

    await page.reload();
    await onCanvas(page, /^Read order.*Success/).waitFor();
    await dock(page).getByRole('button', { name: 'Hide its outcomes' }).click();
    await onCanvas(page, /^Read order(?!.*Success)/).waitFor();
  });

  it('shows a viewer the runs, and says which role starts one', async () => {
    const workflow = await deployedBlocks(
      'Journey looked at',
      [call('fetch', 'Fetch order', await answering(200))],
      ['start -> fetch'],
    );
    const executionId = await begin(workflow);
    const page = await visit.page(await visit.person());
    await page.goto(await linkFor('run-viewer@journey.example', 'viewer'));
    await page.getByRole('navigation', { name: /pages$/i }).waitFor();
    await page.goto(`${pageOf(`workflows/${workflow}/edit`)}?run=${executionId}`);
    await onCanvas(page, /^Fetch order.*Success/).waitFor();
    const run = page.getByRole('button', { name: 'Run draft' });
    expect(await run.getAttribute('aria-disabled')).toBe('true');
    await run.focus();
    await page.getByRole('tooltip', { name: 'Running workflows needs the role editor' }).waitFor();
  });
});
