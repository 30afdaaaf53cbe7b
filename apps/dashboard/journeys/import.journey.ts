/** An export of Sim: its report, its placeholders in the editor, its deployment (journey 10). */
import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { api, describeJourney, service } from './support/service.js';
import { openVisit } from './support/visit.js';

const visit = openVisit();

const sub = (values: object): object =>
  Object.fromEntries(Object.entries(values).map(([id, value]) => [id, { id, value }]));

/** Gmail has no equivalent here, and the sum refers to a block that is not there. */
const exported = {
  metadata: { name: 'Mail from Sim' },
  state: {
    blocks: {
      hook: {
        ...{ id: 'hook', type: 'webhook', name: 'Hook' },
        subBlocks: sub({ triggerPath: 'from-sim' }),
      },
      mail: { id: 'mail', type: 'gmail', name: 'Mail', subBlocks: sub({ to: 'a@b.example' }) },
      sum: {
        ...{ id: 'sum', type: 'function', name: 'Sum' },
        subBlocks: sub({ code: 'return <nobody.id>' }),
      },
      end: {
        ...{ id: 'end', type: 'response', name: 'End' },
        subBlocks: sub({ dataMode: 'json', data: '{"sum":"<sum.result>"}' }),
      },
    },
    edges: [
      { id: 'e1', source: 'hook', target: 'mail' },
      { id: 'e2', source: 'mail', target: 'sum' },
      { id: 'e3', source: 'sum', target: 'end' },
    ],
    loops: {},
    parallels: {},
  },
};

const panelOf = (page: Page, block: string): Locator =>
  page.getByRole('complementary', { name: block, exact: true });

async function open(page: Page, block: string): Promise<Locator> {
  await page.locator('.react-flow').getByText(block, { exact: true }).click();
  const panel = panelOf(page, block);
  await panel.waitFor();
  return panel;
}

async function writeCode(page: Page, block: string, code: string): Promise<void> {
  await (await open(page, block)).getByRole('textbox', { name: 'Code' }).focus();
  await page.locator('.cm-content:focus').waitFor();
  await page.keyboard.press('ControlOrMeta+a');
  // Chrome would keep the look of what it replaces, by a style that the page's policy refuses.
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(code);
}

describeJourney('an import from Sim', () => {
  it('is reported, shows what is to be mended in the editor, and is deployed then', async () => {
    const page = await visit.signedIn('start');
    await page.getByRole('button', { name: /^Import from Sim/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[type=file]').setInputFiles({
      ...{ name: 'mail.json', mimeType: 'application/json' },
      buffer: Buffer.from(JSON.stringify(exported)),
    });
    await dialog.getByText('Placeholder', { exact: true }).waitFor();
    await dialog.getByText('To be fixed in the editor before it is deployed').waitFor();
    await dialog.getByRole('button', { name: 'Import it' }).click();
    await page.waitForURL(/workflows\/[\da-f-]{36}/);
    await page.getByRole('heading', { name: 'Mail from Sim' }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';

    // Before anything is edited it says what is wrong, and where.
    const deploy = page.getByRole('button', { name: 'Deploy', exact: true });
    await page.getByRole('button', { name: /^1 problem/ }).waitFor();
    expect(await deploy.getAttribute('aria-disabled')).toBe('true');
    const missing = /was not imported\. Replace it by another block/;
    await (await open(page, 'Mail')).getByText(missing).last().waitFor();

    await writeCode(page, 'Mail', 'return 20;');
    await panelOf(page, 'Mail').getByText(missing).waitFor({ state: 'detached' });
    await writeCode(page, 'Sum', 'return <mail.result> + 22;');
    await page.getByRole('button', { name: /^1 problem/ }).waitFor({ state: 'detached' });
    await deploy.click();
    const panel = page.getByRole('complementary', { name: /^Deploy version 1/ });
    await panel.getByRole('button', { name: 'Deploy', exact: true }).click();
    await page.getByText('Version 1 is deployed').first().waitFor();

    const { data } = await api<{ triggerUrl: string }>('GET', `/workflows/${id}`);
    const answer = await fetch(new URL(new URL(data.triggerUrl).pathname, service.url), {
      method: 'POST',
    });
    expect(await answer.json()).toEqual({ sum: 42 });
  });
});
