/**
 * The one HTML of the dashboard, with a content security policy of its own for each answer.
 * `script-src` never has `'self'`: a trigger URL can serve JavaScript from this origin. The policy
 * names no host, so that the page works at every name.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { randomBytes } from 'node:crypto';
import { DashboardFiles } from './dashboard-files.js';
import { openedPage } from './opened-page.js';

const nonceBytes = 16;

const policyWith = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

@Injectable()
export class DashboardPage {
  constructor(@Inject(DashboardFiles) private readonly dashboard: DashboardFiles) {}

  /**
   * Sets the headers and returns the HTML. A nonce is valid for one answer, so no cache may keep
   * the page. Null: this installation was built without it.
   */
  async in(reply: FastifyReply): Promise<string | null> {
    const files = await this.dashboard.files();
    if (files === null) return null;
    const nonce = randomBytes(nonceBytes).toString('base64url');
    void reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policyWith(nonce),
    });
    const html = openedPage(files.index, files.pages, reply.request.url);
    return html.replaceAll('__NONCE__', nonce);
  }
}
