/** A page of a browser of its own, signed in with a key, until closeAll(). */
import { openBrowser } from '../../test/support/browser.ts';
import { onClose } from '../product.mjs';

export async function signedIn(baseUrl, apiKey) {
  const browser = await openBrowser();
  onClose(() => browser.close());
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${baseUrl}/sign-in`);
  await page.getByLabel('API key').fill(apiKey);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  return page;
}
