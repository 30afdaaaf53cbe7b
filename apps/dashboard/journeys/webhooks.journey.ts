import { afterEach, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { pressOn, typeInto } from './support/keyboard.js';
import { ownWorkspace } from './support/own-workspace.js';
import { openReceiver, type Receiver } from './support/receiver.js';
import { deployed, describeJourney, pageOf, trigger } from './support/service.js';
import { openVisit } from './support/visit.js';

const visit = openVisit();
let receiver: Receiver | null = null;
afterEach(async () => {
  await receiver?.close();
  receiver = null;
});

/** Chooses an attempt, and waits for the request as it was sent then: each has its own time. */
async function shownAttempt(delivery: Locator, name: RegExp): Promise<void> {
  const request = delivery.getByRole('region', { name: 'Request' });
  const before = await request.textContent();
  await delivery.getByRole('button', { name }).first().click();
  // What came back is shown first of an attempt that failed.
  await delivery.getByRole('tab', { name: /^Request/ }).click();
  await delivery
    .getByRole('region', { name: 'Request' })
    .filter({ hasNotText: before ?? '' })
    .waitFor();
}

describeJourney('a subscription', () => {
  it('is made, tested, watched while its receiver fails, and recovered', async () => {
    receiver = await openReceiver('/orders');
    const workflow = await deployed('told', { body: { ok: true } });
    const page = await visit.signedIn('webhooks');
    await page.getByRole('button', { name: 'Add subscription' }).first().click();
    await page.getByLabel('Receiver URL').fill(receiver.url);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /All workflows of the workspace/ })
      .click();
    await page.getByRole('option', { name: 'Journey told' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add subscription' }).click();
    const secret = page.getByRole('region', { name: 'The signing secret' });
    expect(await secret.textContent()).toMatch(/\S{20,}/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'I have copied it' }).click();

    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText(/^The receiver answered 200 in/).waitFor();

    receiver.answerWith(503);
    await trigger(workflow);
    const deliveries = page.getByRole('region', { name: 'Deliveries to it' });
    const failing = deliveries.getByRole('button', { name: /1 attempt, pending/ });
    await failing.click();
    const delivery = page.getByRole('complementary', { name: 'Delivery' });
    await delivery.getByRole('button', { name: /^503/ }).waitFor();
    await delivery.getByText('due').waitFor();
    await deliveries.getByRole('button', { name: /2 attempts, pending/ }).waitFor();
    await page.getByText(/^The last attempt got 503 /).waitFor();
    receiver.answerWith(200);
    await delivery.getByRole('button', { name: 'Send now' }).click();
    await delivery.getByText('Delivered on the third try').waitFor();
    await delivery.getByRole('button', { name: /^200/ }).waitFor();
    await delivery.getByText('workflow.execution.completed').first().waitFor();
    await delivery.getByRole('radio', { name: 'As sent' }).click();
    await delivery.getByText('{"id":"evt_').waitFor();
    await shownAttempt(delivery, /^503 at once/);

    await delivery.getByText(/^Computed by the server from these bytes/).waitFor();
    await delivery.getByText('or compare what arrived').click();
    const check = delivery.getByRole('region', { name: 'Check what the receiver got' });
    await check.getByRole('button', { name: 'Check' }).click();
    await check.getByText('The signature matches').waitFor();
    await check.getByLabel('Body that arrived').fill('{}');
    await check.getByRole('button', { name: 'Check' }).click();
    await check.getByText('The body is not the one that was sent.').waitFor();

    receiver.answerWith(400);
    await trigger(workflow);
    await deliveries.getByRole('button', { name: /1 attempt, failed/ }).waitFor();
    receiver.answerWith(200);
    await page.getByRole('button', { name: 'Recover since' }).click();
    await page.getByRole('button', { name: 'Count, send nothing' }).click();
    await page.getByText('Dry run: 1 would be sent again').waitFor();
    await page.getByRole('button', { name: 'Send 1 delivery again' }).click();
    await page.getByText('1 was sent again').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await deliveries.getByRole('button', { name: /2 attempts, succeeded/ }).waitFor();
  });

  it('is in the address, with its delivery', async () => {
    receiver = await openReceiver('/address');
    const page = await visit.signedIn('webhooks');
    await page.getByRole('button', { name: 'Add subscription' }).first().click();
    await page.getByLabel('Receiver URL').fill('no url');
    await page.getByRole('dialog').getByRole('button', { name: 'Add subscription' }).click();
    await page.getByText('Write a whole URL').waitFor();
    await page.getByLabel('Receiver URL').fill(receiver.url);
    await page.getByRole('dialog').getByRole('button', { name: 'Add subscription' }).click();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.waitForURL((url) => url.searchParams.has('subscription'));
    await page.reload();
    await page.getByRole('button', { name: /\/address/ }).waitFor();
    await page.getByRole('button', { name: 'Actions of the subscription' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: /\/address/ }).waitFor({ state: 'detached' });
    expect(page.url()).toContain(pageOf('webhooks'));
  });

  it('is recovered while it is off, which says why and what was kept', async () => {
    receiver = await openReceiver('/off');
    const own = await ownWorkspace('Journey off');
    const run = await own.answering('Kept');
    const id = await own.subscribe(receiver.url);
    await own.api('PATCH', `/subscriptions/${id}`, { active: false });
    await run();
    const page = await visit.signedIn('start', own.apiKey);
    await page.goto(own.pageOf('webhooks'));
    await page.getByText(/^Off.*a person switched it off\. 1 delivery is kept/).waitFor();
    await page.getByRole('button', { name: 'Show the kept delivery' }).click();
    const deliveries = page.getByRole('region', { name: 'Deliveries to it' });
    await deliveries.getByRole('button', { name: /0 attempts, suppressed/ }).waitFor();
    await page.getByRole('button', { name: 'Recover since' }).click();
    await page.getByRole('button', { name: 'Count, send nothing' }).click();
    await page.getByText('Dry run: 1 would be sent again').waitFor();
    await page.getByRole('button', { name: 'Switch on, send 1 delivery again' }).click();
    await page.getByText('1 was sent again').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Each execution that ends is told at once.').waitFor();
  });

  it('is recovered with the other subscriptions of its receiver', async () => {
    receiver = await openReceiver('');
    receiver.answerWith(400);
    const own = await ownWorkspace('Journey receiver');
    const run = await own.answering('Refused');
    for (const path of ['/one', '/two']) await own.subscribe(`${receiver.url}${path}`);
    const page = await visit.signedIn('start', own.apiKey);
    await page.goto(own.pageOf('webhooks'));
    await page.getByRole('button', { name: /\/one/ }).click();
    const deliveries = page.getByRole('region', { name: 'Deliveries to it' });
    await deliveries.getByText('Nothing was sent yet.').waitFor();
    await run();
    await deliveries.getByRole('button', { name: /1 attempt, failed/ }).waitFor();
    receiver.answerWith(200);
    await page.getByRole('button', { name: 'Recover since' }).click();
    await page.getByRole('dialog').getByText(`${receiver.url}/two`).click();
    await page.getByRole('button', { name: 'Count, send nothing' }).click();
    await page.getByText('Dry run: 2 would be sent again').waitFor();
    await page.getByRole('button', { name: 'Send 2 deliveries again' }).click();
    await page.getByText('1 was sent again').nth(1).waitFor();
  });

  it('shows its attempts in the list of executions as they are made', async () => {
    receiver = await openReceiver('/live');
    receiver.answerWith(503);
    const own = await ownWorkspace('Journey pips');
    const run = await own.answering('Sent');
    await own.subscribe(receiver.url);
    const page = await visit.signedIn('start', own.apiKey);
    await page.goto(own.pageOf('executions'));
    await page.getByText('Live', { exact: true }).waitFor();
    await run();
    const row = page.getByRole('row', { name: /Sent/ });
    await row.getByRole('img', { name: /^2 / }).waitFor();
    receiver.answerWith(200);
    await row.locator('[data-pip=succeeded]').waitFor();
  });

  it('is worked with by the keyboard alone', async () => {
    receiver = await openReceiver('/keys');
    const own = await ownWorkspace('Journey keyboard');
    const run = await own.answering('Keyed');
    const page = await visit.signedIn('start', own.apiKey);
    await page.goto(own.pageOf('webhooks'));
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const dialog = page.getByRole('dialog');
    await pressOn(page, button('Add subscription').first());
    await typeInto(page, dialog.getByLabel('Receiver URL'), receiver.url);
    await pressOn(page, dialog.getByRole('button', { name: 'Add subscription' }));
    await pressOn(page, button('I have copied it'));
    await pressOn(page, button('Send a test'));
    await page.getByText(/^The receiver answered 200 in/).waitFor();

    receiver.answerWith(503);
    await run();
    const deliveries = page.getByRole('region', { name: 'Deliveries to it' });
    await pressOn(page, deliveries.getByRole('button', { name: /1 attempt, pending/ }));
    const delivery = page.getByRole('complementary', { name: 'Delivery' });
    await delivery.getByText('due').waitFor();
    receiver.answerWith(200);
    await pressOn(page, delivery.getByRole('button', { name: 'Send now' }));
    await delivery.getByText('Delivered on the second try').waitFor();

    receiver.answerWith(400);
    await run();
    await deliveries.getByRole('button', { name: /1 attempt, failed/ }).waitFor();
    receiver.answerWith(200);
    await pressOn(page, button('Recover since'));
    await pressOn(page, button('Count, send nothing'));
    await pressOn(page, button('Send 1 delivery again'));
    await page.getByText('1 was sent again').waitFor();
    await pressOn(page, button('Done'));
    await dialog.waitFor({ state: 'detached' });
  });
});
