/** The parts by keyboard and in each theme, in a real browser. No service is behind them. */
import { expect, it } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { faultsOf } from './support/axe.js';
import { serveGallery } from './support/gallery.js';
import { describeJourney } from './support/service.js';
import { openVisit } from './support/visit.js';

const visit = openVisit();
const address = serveGallery();

async function open(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await visit.person(options)).newPage();
  await page.goto(address());
  await page.getByRole('heading', { name: 'Gallery' }).waitFor();
  return page;
}

/** What opens above the gallery, by the button that opens it. */
const layers = [
  ['Open a confirmation', 'alertdialog'],
  ['Open a dialog', 'dialog'],
  ['Commands', 'menu'],
  ['Many choices', 'menu'],
  ['Open a drawer', 'dialog'],
  ['Time: Last 24 hours', 'grid'],
] as const;
const looks = (['light', 'dark'] as const).flatMap((theme) =>
  [1440, 390].map((width) => [theme, width] as const),
);

describeJourney('the gallery', () => {
  it.each(looks)('is free of faults in the %s theme at %d px', async (theme, width) => {
    const page = await open({ colorScheme: theme, viewport: { width, height: 844 } });
    for (const name of ['Notify', 'Notify of a failure'])
      await page.getByRole('button', { name, exact: true }).click();
    expect(await faultsOf(page)).toEqual([]);
    for (const [button, role] of layers) {
      const layer = page.getByRole(role).filter({ visible: true });
      const before = await layer.count();
      await page.getByRole('button', { name: button, exact: true }).click();
      await layer.nth(before).waitFor();
      expect({ button, faults: await faultsOf(page) }).toEqual({ button, faults: [] });
      await page.keyboard.press('Escape');
      await layer.nth(before).waitFor({ state: 'hidden' });
    }
  });

  it('says why a button does nothing, by focus and by a press', async () => {
    const page = await open();
    const refused = page.getByRole('button', { name: 'primary refused' });
    const reason = page.getByRole('tooltip', { name: 'Only an owner may do this.' });
    await page.keyboard.press('Tab');
    await refused.focus();
    await reason.waitFor();
    await page.keyboard.press('Escape');
    await reason.waitFor({ state: 'hidden' });
    await page.keyboard.press('Enter');
    await reason.waitFor();
  });

  it('moves the edge of a panel by keys', async () => {
    const page = await open({ viewport: { width: 1440, height: 844 } });
    await page.getByRole('button', { name: 'Open the panel' }).click();
    const edge = page.getByRole('separator', { name: 'Width of the panel' });
    const width = async (): Promise<string | null> => await edge.getAttribute('aria-valuenow');
    await edge.focus();
    await page.keyboard.press('ArrowLeft');
    expect(await width()).toBe('396');
    await page.keyboard.press('End');
    expect(await width()).toBe('280');
  });

  it('changes no configuration by opening its form and walking through its fields', async () => {
    const page = await open();
    const forms = page.getByRole('region', { name: 'Forms of blocks' });
    const folds = forms.getByRole('button', { name: 'Advanced', expanded: false });
    while ((await folds.count()) > 0) await folds.first().press('Enter');
    // An open list hides what is around it from locators by role.
    const last = await forms.getByRole('button', { name: 'Advanced' }).last().elementHandle();
    await forms.getByRole('textbox', { name: 'Path', exact: true }).focus();
    let steps = 0;
    for (; steps < 400; steps += 1) {
      await page.keyboard.press('Tab');
      if (await last.evaluate((fold) => fold === document.activeElement)) break;
    }
    expect(steps).toBeGreaterThan(100);
    expect(steps).toBeLessThan(400);
    const edits = forms.locator('[data-edits]');
    expect(await edits.count()).toBe(19);
    expect(await forms.locator('[data-edits="0"]').count()).toBe(19);
  });

  it('changes one value of a configuration, and keeps the digits of the others', async () => {
    const page = await open();
    const form = page.getByRole('region', { name: 'Form of api', exact: true });
    const text = async (): Promise<string> =>
      (await form.locator('[data-text]').getAttribute('data-text')) ?? '';
    const before = await text();
    await form.getByRole('textbox', { name: 'Timeout', exact: true }).fill('2');
    expect(await text()).toBe(before.replace('90000', '2000'));
    await form.getByRole('textbox', { name: 'URL', exact: true }).fill('<a.b>');
    expect(await text()).toBe(
      before.replace('90000', '2000').replace('<fetchcustmer.data.payUrl>/charges', '<a.b>'),
    );
    expect(await text()).toContain('12345678901234567890');
  });

  it('walks and folds a payload by keys, and names the place as a reference', async () => {
    const page = await open();
    const output = page.getByRole('region', { name: 'Output', exact: true });
    await output.getByRole('tree').focus();
    await page.keyboard.press('End');
    await output.getByText('<charge.body.error.charge>').waitFor();
    for (const key of ['ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
    const folded = output.getByRole('treeitem', { expanded: false });
    await folded.filter({ hasText: '"error"' }).waitFor();
    await output.getByText('<charge.body.error>').waitFor();
    const input = page.getByRole('region', { name: 'Input', exact: true });
    await input.getByText('9007199254740993').waitFor();
  });

  it('copies where the browser has no clipboard for plain http', async () => {
    const context = await visit.person();
    await context.addInitScript(() =>
      Object.defineProperty(navigator, 'clipboard', { value: undefined }),
    );
    const page = await context.newPage();
    await page.goto(address());
    const buttons = page.getByRole('region', { name: 'Buttons' });
    await buttons.getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByRole('status').getByText('Copied').waitFor();
    const field = page.getByRole('textbox', { name: 'Plain' });
    await field.focus();
    await page.keyboard.press('ControlOrMeta+v');
    expect(await field.inputValue()).toMatch(/^curl -sS -X POST 'http.*' -H "x-api-key: \$FLOW/);
  });
});
