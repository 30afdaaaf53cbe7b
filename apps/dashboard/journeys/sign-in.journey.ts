import { expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { linkFor } from './support/members.js';
import { api, describeJourney, pageOf, service } from './support/service.js';
import { openVisit, signIn } from './support/visit.js';

const visit = openVisit();

describeJourney('signing in', () => {
  it('returns to the page that was asked for, and says that a key is wrong', async () => {
    const page = await visit.page(await visit.person());
    await page.goto(pageOf('executions?status=error'));
    await page.getByLabel('API key').fill('fl_unknown');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('This key is unknown, has ended or was revoked.').waitFor();
    await page.getByLabel('API key').fill(service.apiKey);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Executions' }).waitFor();
    expect(page.url()).toBe(pageOf('executions?status=error'));
  });

  it('goes to a provider and back, once the person is a member', async () => {
    const { publicUrl, workspaceId } = service;
    const page = await (await visit.person()).newPage();
    const path = `/w/${workspaceId}/executions?status=error`;
    await page.goto(publicUrl + path);
    const login = page.getByRole('link', { name: 'Sign in with Journey login' });
    await login.click();
    await page.getByText('No member of a workspace here has your e-mail address.').waitFor();
    const member = { email: 'journey@example.com', role: 'viewer' };
    await api('POST', `/workspaces/${workspaceId}/members`, member);
    await login.click();
    await page.getByRole('heading', { name: 'Executions' }).waitFor();
    expect(page.url()).toBe(publicUrl + path);
  });

  it('works once with a link, as a viewer who may not manage keys', async () => {
    const link = await linkFor(`${randomUUID()}@example.com`, 'viewer');
    const page = await visit.page(await visit.person());
    await page.goto(link);
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    expect(page.url()).not.toContain('token');
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('API keys are for the role Owner').waitFor();
    const another = await visit.page(await visit.person());
    await another.goto(link);
    await another.getByText('This link was used already, or has ended.').waitFor();
  });

  it('ends on a device that another one revokes, and the page says so', async () => {
    const device = `journey ${randomUUID()}`;
    const other = await visit.signedIn('executions', undefined, { userAgent: device });
    await other.getByText('Live', { exact: true }).waitFor();
    const page = await visit.signedIn('settings/sessions');
    await page.getByRole('button', { name: `Revoke ${device}` }).click();
    await page.getByRole('button', { name: 'Sign it out' }).click();
    const revokedAt = Date.now();
    await other.getByText('This session has ended').waitFor();
    process.stdout.write(`the other page said so after ${Date.now() - revokedAt} ms\n`);
    await other.getByRole('link', { name: 'Sign in again' }).click();
    await signIn(other);
  });
});
