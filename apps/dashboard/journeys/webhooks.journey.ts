import { afterEach, expect, it } from '@jest/globals';
import { openReceiver, type Receiver } from './support/receiver.js';
import { deployed, describeJourney, pageOf, trigger } from './support/service.js';
import { openVisit } from './support/visit.js';

const visit = openVisit();
let receiver: Receiver | null = null;
afterEach(async () => {
  await receiver?.close();
  receiver = null;
});

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
    await delivery.getByText('503').waitFor();
    await delivery.getByText('due').waitFor();
    receiver.answerWith(200);
    await delivery.getByText('Delivered on the second try').waitFor();
    await delivery.getByRole('button', { name: /^200/ }).waitFor();
    await delivery.getByText('workflow.execution.completed').first().waitFor();

    receiver.answerWith(400);
    await trigger(workflow);
    await deliveries.getByRole('button', { name: /1 attempt, failed/ }).waitFor();
    receiver.answerWith(200);
    await page.getByRole('button', { name: 'Recover since' }).click();
    await page.getByRole('button', { name: 'Count, send nothing' }).click();
    await page.getByText('Dry run: 1 would be sent again').waitFor();
    await page.getByRole('button', { name: 'Send 1 delivery again' }).click();
    await page.getByText('1 were sent again').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await deliveries
      .getByRole('button', { name: /2 attempts, succeeded/ })
      .nth(1)
      .waitFor();
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
});
