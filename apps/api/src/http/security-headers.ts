import fastifyHelmet from '@fastify/helmet';
import fastify from 'fastify';

/** These answers are data. The two pages have policies of their own (docs-pages, dashboard). */
const nothing = {
  defaultSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
};

/**
 * Helmet's headers, taken from one answer of a private server. They are the same for every answer,
 * and computing them each time cost 36 CPU-µs and 22 KB of garbage.
 */
export async function securityHeaders(): Promise<Readonly<Record<string, string>>> {
  const server = fastify();
  await server.register(fastifyHelmet, {
    contentSecurityPolicy: { useDefaults: false, directives: nothing },
  });
  server.get('/', (_request, reply) => reply.raw.getHeaders());
  const headers = (await server.inject('/')).json<Record<string, string>>();
  await server.close();
  return headers;
}

/**
 * For trigger URLs, whose content is an author's: a page gets its own origin, without the host's
 * cookies and storage. Spelled out, so a new helmet default can't change them.
 * @param general the headers of every other answer
 * @param hasOwnOrigin triggers have their own origin, so other sites may embed their answers
 */
export function triggerSecurityHeaders(
  general: Readonly<Record<string, string>>,
  hasOwnOrigin: boolean,
): Readonly<Record<string, string>> {
  // Browsers do not display a page with both a sandbox and an opener policy (HTML standard,
  // navigation).
  const { 'cross-origin-opener-policy': _openerPolicy, ...kept } = general;
  return {
    ...kept,
    'content-security-policy': 'sandbox allow-scripts allow-forms allow-popups',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': hasOwnOrigin ? 'cross-origin' : 'same-origin',
  };
}
