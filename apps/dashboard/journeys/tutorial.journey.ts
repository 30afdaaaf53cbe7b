/** docs/tutorials/workflow-in-the-editor.md, followed as it is written. */
import { expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { freePort } from '../../../test/support/processes.js';
import { openDocumentedReceiver } from './support/documented-receiver.js';
import { describeJourney } from './support/service.js';
import { openVisit } from './support/visit.js';

const visit = openVisit();
/** It runs the workflow three times, beside whatever else the machine does. */
const patienceMs = 240_000;

const tutorial = await readFile(
  join(import.meta.dirname, '../../../docs/tutorials/workflow-in-the-editor.md'),
  'utf8',
);

/** Write `this` into _Field_. */
function textFor(field: string): string {
  const found = new RegExp(`Write \`([^\`]+)\` into (?:the first )?_${field}_`).exec(tutorial);
  if (found?.[1] === undefined) throw new Error(`The tutorial writes nothing into ${field}`);
  return found[1];
}

/** What is to be written into the body, what the shop answers, and the reply. */
const [body = '', shopAnswer = '', reply = ''] = [
  ...tutorial.matchAll(/```json\n(.+?)\n```/gs),
].map(([, text = '']) => text);

const compact = (text: string): string => text.replaceAll(/\s/g, '');

const button = (page: Page | Locator, name: string): Locator =>
  page.getByRole('button', { name, exact: true });
const panel = (page: Page, name: string): Locator =>
  page.getByRole('complementary', { name, exact: true });

/** The text of a field with references; its editor comes with the focus. */
async function write(page: Page, field: Locator, text: string): Promise<void> {
  await field.click();
  await page.locator('.cm-content:focus').waitFor();
  await page.keyboard.insertText(text);
}

/** From the list that a key opened. */
async function choose(page: Page, query: string, block: string): Promise<Locator> {
  await page.getByRole('combobox', { name: 'Search blocks' }).waitFor();
  await page.keyboard.type(query);
  await page.getByRole('option', { selected: true }).waitFor();
  await page.keyboard.press('Enter');
  const opened = panel(page, block);
  await opened.waitFor();
  return opened;
}

async function back(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page
    .getByRole('tree', { name: /^Blocks/ })
    .and(page.locator(':focus'))
    .waitFor();
}

async function build(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Blank workflow/ }).click();
  await page.waitForURL(/workflows\/[\da-f-]{36}/);
  await page.getByText('Webhook', { exact: true }).first().click();
  await panel(page, 'Webhook').getByRole('textbox', { name: 'Path' }).fill(textFor('Path'));
  await page.getByText('Saved', { exact: true }).waitFor();

  await button(page, 'Add the next block').click();
  await page.getByRole('option', { name: /^HTTP request/ }).click();
  const request = panel(page, 'HTTP request');
  await write(page, request.getByRole('textbox', { name: 'URL', exact: true }), textFor('URL'));
  await back(page);
  await page.keyboard.press('a');
  const condition = await choose(page, 'condition', 'Condition');
  const expression = condition.getByRole('textbox', { name: /Expression/ }).first();
  await write(page, expression, textFor('Expression'));
  await back(page);
  await page.keyboard.press('a');
  await page.getByRole('textbox', { name: 'Find a block' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('yes');
  await page.keyboard.press('Enter');
  const response = await choose(page, 'response', 'Response');
  await write(page, response.getByRole('textbox', { name: 'Body' }), body);
  await page.getByText('Saved', { exact: true }).waitFor();
  await button(page, '0 problems').waitFor();
}

async function tryIt(page: Page): Promise<void> {
  await button(page, 'Run draft').click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Input', { exact: true }).fill(textFor('Input'));
  await button(drawer, 'Run the draft').click();
  await page
    .getByText(/^Succeeded in/)
    .last()
    .waitFor();
  await page.getByText('HTTP request', { exact: true }).first().click();
  const { state, carrier } = JSON.parse(shopAnswer) as Record<string, string>;
  for (const value of [state, carrier])
    await panel(page, 'HTTP request')
      .getByText(`"${String(value)}"`)
      .first()
      .waitFor();
}

async function deploy(page: Page): Promise<void> {
  await button(page, 'Deploy').click();
  await button(panel(page, 'Deploy version 1'), 'Deploy').click();
  await page.getByText('Version 1 is deployed').waitFor();
}

/** @returns what its caller gets */
async function runDeployed(page: Page): Promise<string> {
  await button(page, 'More ways to run').click();
  await page.getByRole('menuitem', { name: 'Run with other input…' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('radio', { name: 'Version 1' }).click();
  await drawer.getByRole('radio', { name: 'Wait for the answer' }).click();
  await button(drawer, 'Run').click();
  await drawer.getByText(/^Success after/).waitFor();
  const answer = await drawer.getByRole('region', { name: 'Answer' }).innerText();
  await button(drawer, 'Close').click();
  return answer;
}

describeJourney('the tutorial of the editor', () => {
  it(
    'leads to a workflow that is tried, deployed, run, and tells a receiver',
    async () => {
      const page = await visit.signedIn('start');
      await build(page);
      await tryIt(page);
      await deploy(page);
      expect(compact(await runDeployed(page))).toContain(compact(reply));

      const port = String(await freePort());
      await button(page, 'Webhooks of this workflow').click();
      const webhooks = panel(page, 'Webhooks of this workflow');
      await button(webhooks, 'Add').click();
      const receiverUrl = textFor('Receiver URL').replace('8080', port);
      await webhooks.getByLabel('Receiver URL').fill(receiverUrl);
      await button(webhooks, 'Add subscription').click();
      const dialog = page.getByRole('dialog', { name: 'The signing secret' });
      const secret = await dialog.locator('code, pre').first().innerText();
      await button(dialog, 'I have copied it').click();
      const receiver = await openDocumentedReceiver(secret.trim(), port);
      await button(webhooks, 'Send a test').click();
      await webhooks.getByText(/^200 in/).waitFor();
      expect(await receiver.next()).toMatch(/^workflow\.execution\.completed \S+ success$/);
      await runDeployed(page);
      const [, executionId = ''] = (await receiver.next()).split(' ');
      await webhooks.getByRole('link', { name: executionId.slice(-8) }).waitFor();
      await receiver.close();
    },
    patienceMs,
  );
});
