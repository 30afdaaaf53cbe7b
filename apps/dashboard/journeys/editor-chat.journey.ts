/** A conversation with a workflow in its editor: the draft, its version, and who may not. */
import { afterEach, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../../../test/support/eventually.js';
import { faultsOf } from './support/axe.js';
import { linkFor } from './support/members.js';
import { api, describeJourney, pageOf } from './support/service.js';
import { openStreamingModel, type StreamingModel } from './support/streaming-model.js';
import { openVisit } from './support/visit.js';

const visit = openVisit();
let model: StreamingModel;
afterEach(() => model.close());

async function deployedChat(name: string): Promise<string> {
  model = await openStreamingModel();
  const blocks = [
    { id: 'chat', type: 'chat', name: 'Chat', config: {} },
    {
      ...{ id: 'agent', type: 'agent', name: 'Agent' },
      config: { baseUrl: model.url, model: 'small', userPrompt: '<chat.input>' },
    },
  ];
  const definition = { blocks, edges: [{ from: 'chat', to: 'agent' }] };
  const { data } = await api<{ id: string }>('POST', '/workflows', { name, definition });
  await api('POST', `/workflows/${data.id}/deploy`);
  return data.id;
}

const chatOf = (page: Page): Locator => page.getByRole('complementary', { name: 'Chat' });
const turnsOf = (page: Page): Locator =>
  chatOf(page).getByRole('list', { name: 'Messages' }).getByRole('listitem');

describeJourney('the chat of a workflow', () => {
  it('streams what the agent writes, from the draft and from the version, by keyboard', async () => {
    const id = await deployedChat('Journey chatted');
    const page = await visit.signedIn(`workflows/${id}`);
    await page.getByRole('button', { name: 'Chat', exact: true }).press('Enter');
    const message = chatOf(page).getByRole('textbox', { name: 'Message' });
    await message.fill('Where is my order?');
    await message.press('Enter');
    const [first, second] = [turnsOf(page).nth(0), turnsOf(page).nth(1)];
    await first.getByText('Where is my order?').waitFor();
    // A piece is shown to those who follow by then, so it says it until one is.
    await eventually('the page shows what is written', async () => {
      model.say('Wait. ');
      return first.getByText(/^Wait\./).isVisible();
    });
    await first.getByText('Running').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    model.finish('It was sent today.');
    await first.getByText(/^(Wait\. )+It was sent today\.$/).waitFor();
    await first.getByText('Success').waitFor();
    await page.getByRole('treeitem', { name: /^Agent.*Success/ }).waitFor();

    await chatOf(page).getByRole('radio', { name: 'Version 1' }).click();
    await message.fill('And now?');
    await message.press('Enter');
    await second.getByText('It was sent today.', { exact: true }).waitFor();
    await second.getByRole('link', { name: 'Open the execution' }).click();
    await page.getByText(/^Succeeded in/).waitFor();
  });

  it('tells a viewer which role it needs', async () => {
    const id = await deployedChat('Journey overheard');
    const page = await visit.page(await visit.person());
    await page.goto(await linkFor('chat-viewer@journey.example', 'viewer'));
    await page.getByRole('navigation', { name: /pages$/i }).waitFor();
    await page.goto(`${pageOf(`workflows/${id}`)}?side=chat`);
    await chatOf(page).getByRole('textbox', { name: 'Message' }).fill('May I?');
    const send = chatOf(page).getByRole('button', { name: 'Send' });
    expect(await send.getAttribute('aria-disabled')).toBe('true');
    await send.focus();
    await page.getByRole('tooltip', { name: 'Running workflows needs the role editor' }).waitFor();
  });
});
