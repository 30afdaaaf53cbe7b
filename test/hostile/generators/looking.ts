/** What pages and strangers to them send: sessions, cookies, searches, filters, views, streams. */
import fc from 'fast-check';
import { text } from '../recipe.js';
import type { Call, Manner } from '../scenario.js';
import { count, oddText } from './sizes.js';

const at = (
  method: string,
  path: string,
  { body, withKey = true, ...more }: Partial<Call> & { readonly withKey?: boolean } = {},
): Call => ({
  ...{ target: { kind: 'path', path, withKey }, method, headers: [] },
  ...(body !== undefined && { body }),
  ...more,
});

const encoded = oddText.map((value) => encodeURIComponent(value.toWellFormed()));

const filter = fc.oneof(
  fc
    .constantFrom('queued', 'error', 'nothing', '')
    .chain((one) =>
      count.map((times) => `status=${Array.from({ length: times }, () => one).join(',')}`),
    ),
  encoded.map((value) => `status=${value}`),
  fc.constantFrom('1', '0', '-1', '2147483648', '1e9', '9'.repeat(400)).map((n) => `version=${n}`),
  encoded.map((value) => `search=${value}${'%25'.repeat(60)}`),
  fc.constantFrom('a', '%25', '_', '%5C').map((unit) => `search=${unit.repeat(190)}`),
  count.map((times) => `triggers=${'api,'.repeat(times)}api`),
  fc
    .constantFrom('0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z')
    .map((when) => `startDate=${when}`),
  encoded.map((value) => `cursor=${value}`),
);
const list = fc.constantFrom(
  ...['/api/v1/logs?limit=1000&', '/api/v1/logs?limit=1000&details=full&'],
  ...['/api/v1/logs/tail?', '/api/v1/logs/export?'],
);
const filtered = fc
  .tuple(list, fc.array(filter, { minLength: 1, maxLength: 4 }), fc.constantFrom(1, 20))
  .map(([path, filters, times]) =>
    at('GET', `${path}workspaceId={workspace}&${filters.join('&')}`, { times }),
  );

const searched = fc
  .tuple(fc.oneof(encoded, fc.constantFrom('%25%25%25', '___', 'a'.repeat(5_000))), count)
  .map(([query, times]) =>
    at('GET', `/api/v1/search?q=${query}`, { times: Math.min(times, 50) || 1 }),
  );

const viewed = fc.constantFrom(10, 2_000, 900_000).map((times) =>
  at('POST', '/api/v1/views', {
    body: { name: 'v', page: 'executions', query: text(['q=%F0%9F&', times]) },
  }),
);

const cookie = fc.oneof(
  fc.constantFrom(1, 300, 3_000).map((times) => text(['fl_session=a; ', times])),
  fc.constantFrom(43, 8_000).map((length) => text(['fl_session=', 1], ['A', length])),
  fc.constantFrom(500, 14_000).map((length) => text(['=;', length / 2])),
);
const withCookie = fc
  .tuple(
    cookie,
    fc.constantFrom('same-origin', 'cross-site', 'none', '🌍'.replace(/./gu, '?')),
    fc.constantFrom('GET', 'POST', 'DELETE'),
    fc.constantFrom('/api/v1/me', '/api/v1/sessions/current', '/api/v1/views', '/w/x/executions'),
  )
  .map(([sent, site, method, path]) =>
    at(method, path, {
      ...{ withKey: false, times: 20 },
      headers: [
        ['cookie', sent],
        ['sec-fetch-site', site],
        ['x-workspace-id', '00000000-0000-0000-0000-000000000000'],
      ],
    }),
  );

const signedIn = fc
  .constantFrom<unknown>(
    { apiKey: text(['fl_', 1], ['x', 9_000_000]) },
    { signInToken: 'A'.repeat(43) },
    { signInToken: text(['A', 5_000_000]) },
    { apiKey: ['x'], signInToken: {} },
  )
  .map((body) => at('POST', '/api/v1/sessions', { withKey: false, body, times: 20 }));

/** Endless, so the caller goes. */
const gone: Manner = 'abort';
const streamed = fc
  .tuple(fc.constantFrom('0', '1', '999999999999999', '-1', 'x', '9'.repeat(3_000)), fc.boolean())
  .map(([position, isOne]) =>
    at('GET', `/api/v1/stream?workspaceId={workspace}${isOne ? '&topics=executions' : ''}`, {
      ...{ headers: [['last-event-id', position]], manner: gone, times: 20 },
    }),
  );

const present = fc
  .constantFrom<unknown>({}, { isHere: false }, { isHere: 1 }, { name: text(['n', 1_000_000]) })
  .map((body) => at('POST', '/api/v1/workflows/{workflow}/presence', { body, times: 50 }));

const paged = fc
  .tuple(fc.constantFrom('/', '/sign-in', '/w/{random}', '/{random}', '/assets/{random}'), encoded)
  .map(([path, query]) =>
    at('GET', `${path}?${query}`, {
      ...{ withKey: false, times: 50 },
      headers: [
        ['accept', 'text/html'],
        ['accept-encoding', 'br;q=0.1,gzip'],
      ],
    }),
  );

export const looking: fc.Arbitrary<readonly Call[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: filtered },
    { weight: 1, arbitrary: searched },
    { weight: 1, arbitrary: viewed },
    { weight: 2, arbitrary: withCookie },
    { weight: 1, arbitrary: signedIn },
    { weight: 2, arbitrary: streamed },
    { weight: 1, arbitrary: present },
    { weight: 1, arbitrary: paged },
  ),
  { minLength: 1, maxLength: 5 },
);
