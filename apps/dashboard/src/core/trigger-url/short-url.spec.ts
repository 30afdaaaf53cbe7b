import { describe, expect, it } from '@jest/globals';
import { methodsText, shortUrl } from './short-url.js';

describe('a trigger URL in a bar', () => {
  it.each([
    [
      'https://flow.example/api/webhooks/trigger/EpnGQAgUVwXyB5nLc2HsJ7dP/orders',
      '/trigger/EpnGQAgU…/orders',
    ],
    ['https://flow.example/api/webhooks/trigger/orders', '/trigger/orders'],
    ['http://localhost:3000/hooks/orders?x=1', '/hooks/orders'],
    ['orders', 'orders'],
  ])('writes %s as %s', (url, expected) => {
    expect(shortUrl(url)).toBe(expected);
  });

  it('names one method and counts the others', () => {
    expect([[], ['PUT'], ['GET', 'POST', 'PUT']].map(methodsText)).toEqual([
      ...['POST', 'PUT', 'GET +2'],
    ]);
  });
});
