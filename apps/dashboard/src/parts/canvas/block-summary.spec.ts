import { describe, expect, it } from '@jest/globals';
import { addressText, blockSummary } from './block-summary.js';

describe('blockSummary', () => {
  it.each([
    ['webhook', { path: '/orders', methods: ['POST', 'PUT'] }, 'POST, PUT /orders'],
    ['webhook', { path: 'orders' }, 'POST /orders'],
    ['schedule', { cron: '0 9 * * 1-5', timezone: 'UTC' }, '0 9 * * 1-5'],
    ['schedule', { cron: '0 9 * * *', timezone: 'Europe/Berlin' }, '0 9 * * *, Europe/Berlin'],
    ['schedule', { everySeconds: 900 }, 'Every 15 min'],
    ['api', { method: 'GET', url: 'https://crm.example/customers' }, 'GET crm/customers'],
    ['agent', { model: 'gpt-4.1-mini' }, 'gpt-4.1-mini'],
    ['condition', { conditions: [{}, {}] }, '2 conditions'],
    ['router', { routes: [{}] }, '1 route'],
    ['function', { code: 'const a = 1;\nreturn a;' }, '2 lines'],
    ['variables', { values: { total: 1, tax: 2 } }, 'total, tax'],
    ['loop', { type: 'forEach', items: '<order.body.lines>' }, 'body.lines'],
    ['loop', { type: 'count', count: 3 }, '3 times'],
    ['loop', { type: 'while', condition: '<page.more>' }, 'while <page.more>'],
    ['parallel', { items: [1, 2] }, '2 items'],
    ['wait', { durationMs: 60_000 }, '1 min'],
    ['wait', { until: '<order.dueAt>' }, 'Until order.dueAt'],
    ['approval', { expiresInMs: 86_400_000 }, 'Up to 24 h'],
    ['response', { status: 201 }, '201 to the caller'],
    ['response', {}, '200 to the caller'],
  ])('%s with %j: %s', (type, config, summary) => {
    expect(blockSummary({ type, config })).toBe(summary);
  });

  it('says something or nothing of a block with any configuration, but never fails', () => {
    const types = ['webhook', 'schedule', 'api', 'agent', 'router', 'function', 'loop', 'wait'];
    for (const type of [...types, 'approval', 'response', 'note', 'of a newer server'])
      for (const value of [undefined, null, 7, 'x', [], {}])
        for (const key of ['url', 'path', 'methods', 'items', 'code', 'text', 'status', 'until'])
          expect(typeof blockSummary({ type, config: { [key]: value } })).toBe('string');
  });
});

describe('addressText', () => {
  it.each([
    ['https://pay.fjord.example/charges', 'pay/charges'],
    ['https://api.stripe.com/v1/charges?limit=1', 'stripe/v1/charges'],
    ['https://www.shop.example/', 'shop'],
    ['http://127.0.0.1:3010/orders', '127.0.0.1:3010/orders'],
    ['http://localhost:3010/orders', 'localhost:3010/orders'],
    ['http://erp/orders', 'erp/orders'],
    ['https://<vars.host>/orders', '<vars.host>/orders'],
    ['{{BASE_URL}}/orders/:id', '{{BASE_URL}}/orders/:id'],
    ['https://user:secret@crm.example/x', 'crm/x'],
  ])('%s: %s', (url, text) => {
    expect(addressText(url)).toBe(text);
  });
});
