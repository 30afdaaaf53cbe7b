/**
 * The pages of the dashboard and their files. Public: they hold no data. Every page is the same
 * HTML, and its script shows what the address asks for. Nothing under `/api` answers a page.
 */
import { Controller, Get, Headers, Inject, Param, Res } from '@nestjs/common';
import { Public } from '@libs/platform';
import type { FastifyReply } from 'fastify';
import { inEncoding } from '../http/encoded.js';
import { ApiError, notFound } from '../errors/api-error.js';
import { PathPipe } from '../http/zod.pipe.js';
import { DashboardFiles } from './dashboard-files.js';
import { DashboardPage } from './dashboard-page.js';

const filePipe = new PathPipe('index-0123abcd.js', 'A name that the page has.');

/** Of documents. Beside 60 scripts they were a tenth of what a page loads. */
const headersOfPages = [
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

const noDashboard = (): ApiError =>
  new ApiError(
    404,
    'NOT_FOUND',
    'This service was built without its dashboard (DASHBOARD=off). Its API is described at /docs',
  );

@Public()
@Controller()
export class DashboardController {
  constructor(
    @Inject(DashboardFiles) private readonly dashboard: DashboardFiles,
    @Inject(DashboardPage) private readonly page: DashboardPage,
  ) {}

  @Get('/')
  home(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    return this.#page(reply);
  }

  @Get('sign-in')
  signIn(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    return this.#page(reply);
  }

  @Get('w/*')
  workspace(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    return this.#page(reply);
  }

  @Get('assets/:file')
  async file(
    @Param('file', filePipe) name: string,
    @Headers('accept-encoding') accepted: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    const asset = (await this.dashboard.files())?.assets.get(name);
    if (asset === undefined) throw notFound('file');
    const { body, policy } = asset;
    for (const name of headersOfPages) reply.removeHeader(name);
    void reply.headers({
      'content-type': asset.contentType,
      // The name changes with the content.
      'cache-control': 'public, max-age=31536000, immutable',
      ...(policy !== null && { 'content-security-policy': policy }),
    });
    return Buffer.isBuffer(body) ? body : inEncoding(reply, body, accepted);
  }

  async #page(reply: FastifyReply): Promise<string> {
    const html = await this.page.in(reply);
    if (html === null) throw noDashboard();
    return html;
  }
}
