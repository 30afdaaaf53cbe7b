import { expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { eventually } from '../../../test/support/eventually.js';
import { describeJourney } from './support/service.js';
import { openVisit } from './support/visit.js';

const visit = openVisit();

/** Runs lines as a person pastes them into a shell. */
const statusOf = async (lines: readonly string[]): Promise<string> => {
  const asked = lines.join('\n').replace('curl -sS', "curl -sS -o /dev/null -w '%{http_code}'");
  return (await promisify(execFile)('bash', ['-ec', asked])).stdout;
};

describeJourney('an API key', () => {
  it('is made, works in the curl line shown, is revoked, and is refused then', async () => {
    const page = await visit.signedIn('settings/keys');
    await page.getByRole('button', { name: 'Generate a key' }).click();
    const form = page.getByRole('dialog', { name: 'Generate a key' });
    await form.getByRole('button', { name: 'Generate a key' }).click();
    await form.getByText('Give it a name.').waitFor();
    await form.getByLabel('Name').fill('journey');
    await form.getByRole('button', { name: 'Generate a key' }).click();
    const made = page.getByRole('region', { name: 'journey is ready' });
    const lines = await Promise.all(
      ['Line that sets the variable', 'Line that calls the API'].map((name) =>
        made.getByRole('region', { name }).innerText(),
      ),
    );
    expect(lines[1]).toContain('$FLOWLEDGER_KEY');
    expect(await statusOf(lines)).toBe('200');
    await made.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('button', { name: 'Revoke journey' }).click();
    const confirm = page.getByRole('alertdialog', { name: 'Revoke the key "journey"?' });
    await confirm.getByRole('button', { name: 'Revoke the key' }).click();
    await page.getByText('The key "journey" was revoked.').waitFor();
    expect(await page.getByRole('button', { name: 'Revoke journey' }).count()).toBe(0);
    await eventually('the key is refused', async () => (await statusOf(lines)) === '401');
  });
});
