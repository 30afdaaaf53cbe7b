/** What stands beside and below the canvas is free of faults, in both themes, desk and phone. */
import { it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import {
  button,
  deskOf,
  editorOf,
  isFaultless,
  isFaultlessSheet,
  patienceMs,
  phoneOf,
  pressBlock,
  type Theme,
  themes,
} from './support/editor-states.js';
import { begin, deployedBlocks } from './support/executions.js';
import { api, deployed, describeJourney, pageOf } from './support/service.js';
import { openVisit } from './support/visit.js';

const visit = openVisit();

const work = (code: string) => ({
  ...{ id: 'work', type: 'function', name: 'Work', config: { code } },
});

/** @returns a workflow, and a run of it */
async function ran(name: string, code: string): Promise<{ id: string; run: string }> {
  const id = await deployedBlocks(name, [work(code)], ['start -> work']);
  return { id, run: await begin(id) };
}

const succeeded = (theme: Theme) => ran(`Succeeded ${theme}`, 'return { id: 7, name: "seven" };');
const failed = (theme: Theme) => ran(`Failed ${theme}`, 'throw new Error("It failed");');

async function goTo(page: Page, id: string, search: string): Promise<void> {
  await page.goto(`${pageOf(editorOf(id))}?${search}`);
}

const side = (page: Page, name: string) => page.getByRole('complementary', { name, exact: true });

async function withTest(id: string, name: string): Promise<void> {
  await api('PUT', `/workflows/${id}/tests/${randomUUID()}`, {
    test: { name, input: { id: 7 }, expect: { status: 'success', output: { id: 8 } } },
  });
}

async function withVariables(id: string): Promise<void> {
  const { data } = await api<{ definition: object }>('GET', `/workflows/${id}`);
  const variables = { region: 'eu', most: 3, isOn: true, list: [1, 2] };
  await api('PATCH', `/workflows/${id}`, { definition: { ...data.definition, variables } });
}

async function dockIsFaultless(page: Page, run: { id: string; run: string }, status: RegExp) {
  await goTo(page, run.id, `run=${run.run}`);
  const dock = page.getByRole('region', { name: 'Runs of this workflow' });
  await dock.getByText(status).last().waitFor();
  await dock.getByRole('button', { name: 'Runs', exact: true }).click();
  await dock.getByRole('button', { name: /show it on the canvas/ }).waitFor();
  await isFaultless(page, `runs, ${String(status)}`);
}

describeJourney.each(themes)('the sides of the editor in the %s theme', (theme) => {
  it(
    'have no faults at a desk',
    async () => {
      const [good, bad] = [await succeeded(theme), await failed(theme)];
      await withVariables(good.id);
      const page = await visit.signedIn(editorOf(good.id), undefined, deskOf(theme, 1680));
      await button(page, 'More about this workflow').click();
      await page.getByRole('menuitem', { name: 'Settings' }).waitFor();
      await isFaultless(page, 'the menu');
      await page.getByRole('menuitem', { name: 'Settings' }).click();
      await side(page, 'Settings').getByLabel('Name of variable region').waitFor();
      await isFaultless(page, 'settings');
      await goTo(page, good.id, 'side=json');
      await side(page, 'Definition as JSON').locator('.cm-content').waitFor();
      await isFaultless(page, 'JSON');
      await goTo(page, good.id, 'side=tests');
      await side(page, 'Tests')
        .getByText(/^No tests yet/)
        .waitFor();
      await isFaultless(page, 'no tests');
      await withTest(good.id, 'It is eight');
      await page.reload();
      await side(page, 'Tests').getByText('It is eight').waitFor();
      await isFaultless(page, 'a test');
      await button(page, 'Run all').click();
      await side(page, 'Tests').getByText('Failed').waitFor();
      await isFaultless(page, 'a failed test');

      await dockIsFaultless(page, good, /^Succeeded in/);
      await pressBlock(page, 'Work');
      await side(page, 'Work').getByText('seven').first().waitFor();
      await isFaultless(page, 'the last run');
      await button(page, 'Pin this output').click();
      await button(page, 'Unpin').waitFor();
      await isFaultless(page, 'a pinned output');
      await side(page, 'Work')
        .getByRole('button', { name: /^Wide panel/ })
        .click();
      await side(page, 'Work').getByRole('treegrid', { name: 'References' }).waitFor();
      await isFaultless(page, 'a wide panel');
      await dockIsFaultless(page, bad, /^Failed after/);
      await pressBlock(page, 'Work');
      await side(page, 'Work').getByText('It failed').first().waitFor();
      await isFaultless(page, 'the last run, failed');
    },
    patienceMs,
  );

  it(
    'have no faults in the bar, and where versions are compared',
    async () => {
      const { id } = await deployed(`bar-${theme}`, { body: { ok: true } });
      const page = await visit.signedIn(editorOf(id), undefined, deskOf(theme));
      await page.getByRole('group', { name: 'Trigger URL' }).waitFor();
      await button(page, 'Copy as curl').focus();
      await page.getByRole('tooltip').waitFor();
      await isFaultless(page, 'the URL');
      await button(page, 'Listen').click();
      await page.getByRole('status').filter({ hasText: 'Waiting for one request' }).waitFor();
      await isFaultless(page, 'listening');
      await button(page, 'Stop').click();

      await withVariables(id);
      await api('POST', `/workflows/${id}/deploy`);
      await page.goto(`${pageOf(`workflows/${id}/versions`)}?a=1&b=2`);
      await page.getByRole('complementary', { name: 'What differs' }).waitFor();
      await isFaultless(page, 'versions compared');
    },
    patienceMs,
  );

  it(
    'have no faults on a phone',
    async () => {
      const [good, bad] = [await succeeded(theme), await failed(theme)];
      await withVariables(good.id);
      await withTest(good.id, 'It is eight');
      const page = await visit.signedIn(editorOf(good.id), undefined, phoneOf(theme));
      await page.getByRole('treegrid').getByRole('row', { name: /^Work/ }).waitFor();
      await button(page, 'More about this workflow').tap();
      await page.getByRole('menuitem', { name: 'Settings' }).waitFor();
      await isFaultless(page, 'the menu');
      await goTo(page, good.id, 'side=settings');
      await isFaultlessSheet(page, 'settings', /^Settings$/);
      await goTo(page, good.id, 'side=json');
      await page.locator('.cm-content').waitFor();
      await isFaultlessSheet(page, 'JSON', /^Definition as JSON$/);
      await goTo(page, bad.id, 'side=tests');
      await page.getByText(/^No tests yet/).waitFor();
      await isFaultlessSheet(page, 'no tests', /^Tests$/);
      await goTo(page, good.id, 'side=tests');
      await page.getByText('It is eight').waitFor();
      await isFaultlessSheet(page, 'a test', /^Tests$/);
      await goTo(page, good.id, `run=${good.run}&block=work`);
      await page.getByRole('dialog', { name: 'Work' }).getByText('seven').first().waitFor();
      await isFaultlessSheet(page, 'the last run', /^Work$/);
      await dockIsFaultless(page, bad, /^Failed after/);
    },
    patienceMs,
  );
});
