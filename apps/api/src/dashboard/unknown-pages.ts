/** A wrong address opens the dashboard, which says so. Addresses under `/api` never do. */
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { DashboardPage } from './dashboard-page.js';

const ofApi = /^\/(?:api|v1)(?:[/?]|$)/i;

const asksForPage = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  !ofApi.test(url) &&
  headers.accept?.includes('text/html') === true;

@Injectable()
export class UnknownPages implements OnModuleInit {
  constructor(
    @Inject(HttpAdapterHost) private readonly host: HttpAdapterHost<FastifyAdapter>,
    @Inject(DashboardPage) private readonly page: DashboardPage,
  ) {}

  onModuleInit(): void {
    this.host.httpAdapter.getInstance().addHook('onRequest', async (request, reply) => {
      if (!request.is404 || !asksForPage(request)) return;
      const html = await this.page.in(reply);
      if (html !== null) await reply.status(404).send(html);
    });
  }
}
