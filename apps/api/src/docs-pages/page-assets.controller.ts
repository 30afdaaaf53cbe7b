/** The script of `/docs`. Public, like the page. */
import { Controller, Get, Headers, Inject, Param, Res } from '@nestjs/common';
import { Public } from '@libs/platform';
import type { FastifyReply } from 'fastify';
import { notFound } from '../errors/api-error.js';
import { PathPipe } from '../http/zod.pipe.js';
import { BuiltPages } from './built-pages.js';
import { inEncoding } from '../http/encoded.js';

const filePipe = new PathPipe('reference.0123456789abcdef.js', 'A name that `/docs` has.');

@Public()
@Controller()
export class PageAssetsController {
  constructor(@Inject(BuiltPages) private readonly pages: BuiltPages) {}

  @Get('docs/assets/:file')
  async file(
    @Param('file', filePipe) name: string,
    @Headers('accept-encoding') accepted: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    const { script } = await this.pages.files();
    if (name !== script.name) throw notFound('file');
    void reply.headers({
      'content-type': 'text/javascript; charset=utf-8',
      // The name changes with the content.
      'cache-control': 'public, max-age=31536000, immutable',
    });
    return inEncoding(reply, script.body, accepted);
  }
}
