import { expect, it } from '@jest/globals';
import { deployed, describeJourney, trigger } from './support/service.js';
import { openVisit } from './support/visit.js';

const visit = openVisit();

describeJourney('the keyboard', () => {
  it('reaches the filter by /, and what this page and the workspace have by Ctrl K', async () => {
    const workflow = await deployed('palette', { body: { ok: true } });
    await trigger(workflow);
    const page = await visit.signedIn('executions');
    const row = page.getByRole('row', { name: /Journey palette/ });
    await row.waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('status:success ');
    await page.waitForURL(/status=success/);
    await page.keyboard.press('Escape');
    await row.getByRole('link').click();
    await page.getByRole('button', { name: /^Open/ }).click();
    await page.waitForURL(/executions\/[\da-f-]{36}/);
    await page.getByRole('button', { name: 'Next execution' }).waitFor();
    const executionId = new URL(page.url()).pathname.split('/').at(-1) ?? '';

    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Search or jump to' });
    const refused = palette.getByRole('menuitem', { name: /First error/ });
    await refused.waitFor();
    expect(await refused.getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.type('journey pal');
    await palette.getByRole('menuitem', { name: /Journey palette Workflow/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/workflows\/[\da-f-]{36}/);
    await page.getByRole('heading', { name: 'Journey palette' }).first().waitFor();

    await page.keyboard.press('Control+k');
    await page.keyboard.type(executionId);
    await palette.getByRole('menuitem', { name: /Execution/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`executions/${executionId}`));
  });
});
