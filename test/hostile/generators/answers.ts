/** Response blocks: statuses, header names and values, content types, bodies. */
import fc from 'fast-check';
import { oddText } from './sizes.js';
import { reference, templateValue } from './templates.js';

const headerName = fc.oneof(
  fc.constantFrom(
    'x-own',
    'location',
    'content-type',
    'content-disposition',
    'etag',
    'link',
    'vary',
    'trailer',
    'content-length',
    'transfer-encoding',
    'connection',
    'set-cookie',
    'te',
    'expect',
    'upgrade',
    'date',
    '__proto__',
    '',
  ),
  fc.string({ maxLength: 8 }),
);
const headerValue = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('<hook.query.q>', '<hook.headers.x-odd>') },
  { weight: 2, arbitrary: reference },
  { weight: 2, arbitrary: oddText },
);
const contentType = fc.constantFrom(
  'text/html',
  'application/json',
  'text/plain; charset=utf-16',
  'multipart/mixed',
  ';',
  'image/png',
);

export const answer = fc
  .record({
    status: fc.constantFrom(200, 200, 201, 204, 206, 302, 304, 400, 418, 500, 599, 100, 101, 999),
    headers: fc.array(fc.record({ key: headerName, value: headerValue }), { maxLength: 3 }),
    type: fc.option(contentType),
    body: templateValue,
  })
  .map(({ status, headers, type, body }) => ({
    status,
    headers: [...headers, ...(type === null ? [] : [{ key: 'content-type', value: type }])],
    body,
  }));

/** Passes the input on, with nothing else that could be refused. */
export const plainAnswer = templateValue.map((body) => ({ status: 200, body }));

export const oneOddHeader = fc
  .record({ key: headerName, value: headerValue })
  .map((header) => ({ status: 200, headers: [header], body: 'done' }));
