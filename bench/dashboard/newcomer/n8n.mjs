/** The same as ours.mjs in n8n's editor, from its first page, without the delivery. */
import { setTimeout as rest } from 'node:timers/promises';
import { ownerOfN8n } from '../editors.mjs';

/** n8n takes what is typed when the typing rests. A person's pace has that time. */
const restMs = 1_500;

const portCss = '.vue-flow__node [data-test-id=canvas-handle-plus]';

/** What has no name, and is seen. */
async function clickOn(person, what, element) {
  await element.waitFor();
  const { x, y, width, height } = await element.boundingBox();
  await person.clickAt(what, { x: x + width / 2, y: y + height / 2 });
}

/** The panel of a node, which lies over the canvas until it is closed. */
function panelOf(page, person) {
  const panel = page
    .getByRole('dialog')
    .filter({ has: page.getByRole('tab', { name: 'Parameters' }) });
  const close = async () => {
    await rest(restMs);
    await clickOn(person, 'the cross', panel.getByRole('button').first());
    await panel.waitFor({ state: 'hidden' });
  };
  const add = async (port, words, told) => {
    await clickOn(person, 'the plus of the node', port);
    await page.getByText('What happens next?').waitFor();
    await person.types(words);
    await page.getByText(told).first().waitFor();
    await person.press('Enter');
    await panel.waitFor();
  };
  return { panel, close, add };
}

/** @returns where the workflow is called */
async function makeWebhook(page, person, { panel, close }) {
  await person.clickText('Build a workflow');
  const first = page.getByRole('group').filter({ hasText: 'Add first step' });
  await clickOn(person, 'the plus of the first step', first.getByRole('button'));
  await page.getByText('What triggers this workflow?').waitFor();
  await person.types('webhook');
  await page.getByText('Starts the workflow when a webhook is called').waitFor();
  await person.press('Enter');
  await clickOn(person, 'the method', panel.getByRole('combobox').nth(0));
  await person.click('option', 'POST');
  await clickOn(person, 'how it responds', panel.getByRole('combobox').nth(2));
  await person.click('option', /Using 'Respond to Webhook' Node/);
  await clickOn(person, 'Production URL', panel.getByText('Production URL'));
  const shown = panel.getByText(/\/webhook\//).first();
  const url = (await shown.textContent()).trim();
  await clickOn(person, 'the URL, which copies it', shown);
  await close();
  return url;
}

async function signUp(page, person, baseUrl) {
  const { email, firstName, lastName, password } = ownerOfN8n;
  await person.open(baseUrl);
  await person.fill('textbox', /^Email/, email);
  await person.fill('textbox', /^First Name/, firstName);
  await person.fill('textbox', /^Last Name/, lastName);
  await person.fill('textbox', /^Password/, password);
  await person.click('button', 'Next');
  await person.click('button', /Set up later/);
}

/** @returns where the parts of the way end, and the seconds that only the script rested */
export async function walkN8n(page, person, { baseUrl, apiUrl, terminal }) {
  await signUp(page, person, baseUrl);
  const signedIn = person.mark();
  const node = panelOf(page, person);
  const ports = page.locator(portCss);
  const url = await makeWebhook(page, person, node);

  await node.add(ports.last(), 'http request', 'Makes an HTTP request');
  await person.click('button', 'Import cURL');
  const command = `curl -X POST ${apiUrl} -d '{"id":"A-1"}'`;
  await person.paste('textbox', 'Paste the cURL command here', command);
  const importing = page.getByRole('dialog').filter({ hasText: 'Import cURL command' });
  await person.click('button', 'Import', importing);
  await importing.waitFor({ state: 'hidden' });
  await node.close();

  await node.add(ports.last(), 'if', 'Route items to different branches');
  await person.fill('textbox', /leftValue/, '{{ $json.status }}');
  await person.fill('textbox', /rightValue/, 'ok');
  await node.close();

  // The branch of true is the upper one.
  await node.add(ports.nth(-2), 'respond to webhook', 'Returns data for Webhook');
  await node.close();

  await person.click('button', 'Publish');
  const asked = page.getByRole('dialog').filter({ hasText: 'Publish workflow' });
  await person.click('button', 'Publish', asked);
  await person.sees('You can now make calls to your production webhook URL.');
  const call = `curl -sS -X POST ${url} -H 'content-type: application/json' -d '{"id":"A-1"}'`;
  const answer = await person.outside('runs a curl of it in a terminal', () => terminal(call));
  if (JSON.parse(answer || 'null')?.status !== 'ok') throw new Error(`n8n answered: ${answer}`);
  return { signedIn, restedSeconds: (4 * restMs) / 1_000 };
}
