/** The subscription of spec 2.4, made by the keyboard beside its workflow, and a real delivery. */
import { expect, it } from '@jest/globals';
import { faultsOf } from './support/axe.js';
import { openDocumentedReceiver } from './support/documented-receiver.js';
import { pressOn, tabTo, typeInto } from './support/keyboard.js';
import { api, deployed, describeJourney, trigger } from './support/service.js';
import { openVisit } from './support/visit.js';

const visit = openVisit();

describeJourney('a subscription from the editor', () => {
  it('is made by the keyboard, tested, and signs what a run sends', async () => {
    const secret = 'a secret of the receiver';
    const receiver = await openDocumentedReceiver(secret);
    const workflow = await deployed('subscribed', { body: { ok: true } });
    const page = await visit.signedIn(`workflows/${workflow.id}/edit`);
    await pressOn(page, page.getByRole('button', { name: 'Webhooks of this workflow' }));
    const panel = page.getByRole('complementary', { name: 'Webhooks of this workflow' });
    await panel.locator(':focus').waitFor();
    await pressOn(page, panel.getByRole('button', { name: 'Add', exact: true }));

    await typeInto(page, panel.getByLabel('Receiver URL'), receiver.url);
    await pressOn(page, panel.getByRole('button', { name: /^Generate one/ }));
    await tabTo(page, page.getByRole('option', { name: 'Generate one' }));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await typeInto(page, panel.getByLabel('Secret', { exact: true }), secret);
    await pressOn(page, panel.getByRole('checkbox', { name: /^Final output/ }), 'Space');
    await panel
      .getByRole('status')
      .getByText(/^\+ \d+ lines? from your ticks$/)
      .waitFor();
    await pressOn(page, panel.getByRole('checkbox', { name: /^Usage/ }), 'Space');
    const sample = panel.getByRole('region', { name: 'What it gets' }).last();
    const marked = sample.locator('[data-mark=added]');
    await marked.filter({ hasText: '"finalOutput"' }).waitFor();
    await marked.filter({ hasText: '"usage"' }).waitFor();
    await pressOn(page, panel.getByRole('checkbox', { name: 'Failures' }), 'Space');
    await pressOn(page, panel.getByRole('checkbox', { name: 'Chat' }), 'Space');
    await typeInto(page, panel.getByRole('textbox', { name: 'At most, per second' }), '20');
    await pressOn(page, panel.getByRole('button', { name: 'Add subscription' }));
    await page.getByText('Saved: it applies from now on').waitFor();
    const { data } = await api<object[]>('GET', `/workflows/${workflow.id}/subscriptions`);
    expect(data).toEqual([
      expect.objectContaining({
        ...{ url: receiver.url, hasSecret: true, active: true, maxPerSecond: 20 },
        ...{ includeFinalOutput: true, includeTraceSpans: false },
        ...{ includeRateLimits: false, includeUsageData: true },
        ...{ levelFilter: ['info'], triggerFilter: ['api', 'webhook', 'schedule', 'manual'] },
      }),
    ]);

    await pressOn(page, panel.getByRole('button', { name: 'Send a test' }));
    await panel.getByText(/^200 in/).waitFor();
    expect(await receiver.next()).toMatch(/^workflow\.execution\.completed \S+ success$/);
    expect(await faultsOf(page)).toEqual([]);

    await trigger(workflow);
    const [, executionId = ''] = (await receiver.next()).split(' ');
    await panel.getByRole('link', { name: executionId.slice(-8) }).waitFor();
    await page.keyboard.press('Escape');
    await page
      .getByRole('tree', { name: /^Blocks/ })
      .and(page.locator(':focus'))
      .waitFor();
    await receiver.close();
  });
});
