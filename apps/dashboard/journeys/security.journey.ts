import { expect, it } from '@jest/globals';
import { deployed, describeJourney, service } from './support/service.js';
import { openVisit, signIn } from './support/visit.js';

const visit = openVisit();

const attack = `<!doctype html><title>waiting</title><script>
  fetch('/api/v1/sessions/current', { credentials: 'include' })
    .then((answer) => answer.text(), () => 'refused')
    .then((text) => {
      let cookie = 'none';
      try { cookie = document.cookie; } catch { cookie = 'refused'; }
      document.title = 'read: ' + text + ' cookie: ' + cookie;
    });
</script>`;

describeJourney('an answer of a workflow', () => {
  it('runs its script without the session of the person who opens it', async () => {
    const { triggerUrl } = await deployed('attack', {
      headers: [{ key: 'content-type', value: 'text/html' }],
      body: attack,
    });
    const context = await visit.person();
    await signIn(await visit.page(context));
    // Not an observed page: it is meant to fail.
    const page = await context.newPage();
    await page.goto(service.url + new URL(triggerUrl).pathname);
    await page.waitForFunction("document.title.startsWith('read:')");
    expect(await page.title()).toBe('read: refused cookie: refused');
  });
});
