/**
 * The methods of each path, so a wrong method is 405 with `Allow` rather than 404. Collects the
 * routes as they are added.
 */
import type { FastifyInstance } from 'fastify';
import findMyWay, { type HTTPMethod } from 'find-my-way';

declare module 'fastify' {
  interface FastifyInstance {
    /** Set by `createApiAdapter`. */
    allowedMethods?: AllowedMethods;
  }
}

export class AllowedMethods {
  readonly #router = findMyWay({ ignoreTrailingSlash: true, maxParamLength: 500 });
  readonly #methods = new Set<HTTPMethod>();
  readonly #routes: { readonly method: string; readonly url: string }[] = [];

  /** Call before routes are added. */
  learnFrom(instance: FastifyInstance): void {
    instance.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) this.add(one as HTTPMethod, url);
    });
  }

  add(method: HTTPMethod, url: string): void {
    // A catch-all (files, middleware) does not describe a path; HEAD comes with every GET.
    if (url === '*' || url === '/*' || this.#router.hasRoute(method, url)) return;
    this.#methods.add(method);
    this.#routes.push({ method, url });
    this.#router.on(method, url, () => undefined);
  }

  routes(): readonly { readonly method: string; readonly url: string }[] {
    return this.#routes;
  }

  /** @param url path with or without query */
  of(url: string): string[] {
    const path = url.split('?', 1)[0] ?? '/';
    return [...this.#methods].filter((method) => this.#router.find(method, path) !== null).sort();
  }
}
