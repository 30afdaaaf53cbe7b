/** The headers by which browsers are told to be careful. */
import fastifyHelmet from '@fastify/helmet';
import fastify from 'fastify';

/**
 * Helmet's, from one answer of a server that nobody else can reach: they are the same for every answer, and made anew they were 36 CPU-µs and
 * 22 KB of garbage of each.
 */
export async function securityHeaders(): Promise<Readonly<Record<string, string>>> {
  const server = fastify();
  await server.register(fastifyHelmet, {
    // A laptop serves plain HTTP: telling browsers to upgrade would break its pages.
    contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
  });
  server.get('/', (_request, reply) => reply.raw.getHeaders());
  const headers = (await server.inject('/')).json<Record<string, string>>();
  await server.close();
  return headers;
}

/**
 * For answers at trigger URLs, whose content is an author's. Written out, so that they do not change with helmet's defaults:
 * a page runs in an origin of its own, without the cookies and the storage of the host that serves it.
 * @param general those of every other answer
 * @param hasOwnOrigin triggers share no origin with the api, so other sites may embed what they answer
 */
export function triggerSecurityHeaders(
  general: Readonly<Record<string, string>>,
  hasOwnOrigin: boolean,
): Readonly<Record<string, string>> {
  // Browsers refuse to show a page that has both a sandbox and an opener policy (HTML standard, navigation).
  const { 'cross-origin-opener-policy': _openerPolicy, ...kept } = general;
  return {
    ...kept,
    'content-security-policy': 'sandbox allow-scripts allow-forms allow-popups',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': hasOwnOrigin ? 'cross-origin' : 'same-origin',
  };
}
