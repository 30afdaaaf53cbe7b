/** From the link that `npm start` printed to a verified delivery, as the pages lead there. */
const wide = { timeout: 120_000 };

/** A block's port is a circle below it: it has no name, and is seen. */
async function portBelow(page, name) {
  const face = page.getByTitle(new RegExp(`^${name}\\n`)).first();
  await face.waitFor(wide);
  const { x, y, width, height } = await face.boundingBox();
  return { x: x + width / 2, y: y + height };
}

/**
 * Uses what the pages show, and what `npm start` printed.
 * @returns where the delivery begins and ends on the way
 */
export async function walk(page, person, { signInLink, apiUrl, receiver, terminal }) {
  await person.open(signInLink);
  await person.click('button', /^Paste a curl/);
  await person.paste('textbox', 'curl command', `curl -X POST ${apiUrl} -d '{"id":"A-1"}'`);
  await person.click('button', 'Make the workflow');
  await page.waitForURL(/\/workflows\/[^/]+(\/edit)?$/, wide);
  // Until the editor is the page of a workflow.
  const edit = page.getByRole('button', { name: 'Edit', exact: true });
  await edit
    .or(page.getByRole('button', { name: 'Undo' }))
    .first()
    .waitFor(wide);
  if (await edit.isVisible()) await person.click('button', 'Edit');

  await person.clickText('Call');
  await person.sees('URL');
  await person.clickAt('the port below Call', await portBelow(page, 'Call'));
  await person.types('condition');
  await person.press('Enter');
  const expression = page.getByRole('textbox', { name: /Expression/ }).first();
  await expression.waitFor(wide);
  await person.write('textbox', /Expression/, '<call.status> === 200');
  await person.sees('Saved');
  await person.click('button', 'Deploy');
  const panel = page.getByRole('complementary', { name: /^Deploy/ });
  await person.click('button', 'Deploy', panel);
  await person.sees(/^Version 1 is deployed/);

  const begins = person.mark();
  await person.click('button', 'Webhooks of this workflow');
  await person.click('button', 'Add');
  await person.paste('textbox', 'Receiver URL', receiver.url);
  await person.click('button', 'Add subscription');
  const dialog = page.getByRole('dialog', { name: 'The signing secret' });
  const secret = await dialog.locator('code, pre').first().textContent(wide);
  await person.outside('copies the secret into the receiver', () => receiver.useSecret(secret));
  await person.click('button', 'I have copied it');
  const ends = person.mark();

  await person.click('button', 'Copy as curl');
  const command = await page.evaluate(() => navigator.clipboard.readText());
  await person.outside('runs it in a terminal', () => terminal(command));
  return { begins, ends };
}
