/** Operations of subscriptions and deliveries. */
import { op, type Operation, type Operations } from './operation.js';

/**
 * @param mark part of the operation ids: a subscription has two paths, so a client needs two names
 */
function subscriptionOperations(
  path: string,
  mark: string,
  owner: string,
): Record<string, Operation> {
  const one = `${path}/{subscriptionId}`;
  return {
    [`GET ${path}`]: op(`list${mark}Subscriptions`, `Webhook subscriptions ${owner}`, {
      200: 'SubscriptionPage',
    }),
    [`POST ${path}`]: op(
      `create${mark}Subscription`,
      `Subscribe to completed executions ${owner}`,
      { 201: 'SubscriptionAnswer' },
    ),
    [`GET ${one}`]: op(`get${mark}Subscription`, 'One subscription', {
      200: 'SubscriptionAnswer',
    }),
    [`PUT ${one}`]: op(
      `replace${mark}Subscription`,
      'Replace a subscription; what is left out has its default',
      { 200: 'SubscriptionAnswer' },
    ),
    [`PATCH ${one}`]: op(
      `change${mark}Subscription`,
      'Change a subscription; what is left out stays',
      { 200: 'SubscriptionAnswer' },
    ),
    [`DELETE ${one}`]: op(`delete${mark}Subscription`, 'Unsubscribe', { 204: null }),
    [`POST ${one}/activate`]: op(
      `activate${mark}Subscription`,
      'Undo a deactivation and send what was suppressed meanwhile',
      { 200: 'SubscriptionActivationAnswer' },
    ),
    [`POST ${one}/test`]: op(
      `test${mark}Subscription`,
      'Post an event marked as a test, once, and see what came back',
      { 200: 'SubscriptionTestAnswer' },
    ),
    [`POST ${one}/rotate-secret`]: op(
      `rotate${mark}SubscriptionSecret`,
      'Change the signing secret',
      { 200: 'SubscriptionAnswer' },
    ),
  };
}

export const deliveryOperations: Operations = {
  ...subscriptionOperations('/api/v1/workflows/{workflowId}/subscriptions', '', 'of a workflow'),
  ...subscriptionOperations('/api/v1/subscriptions', 'Workspace', 'of the workspace'),
  'GET /api/v1/subscriptions/{subscriptionId}/deliveries': op(
    'listDeliveries',
    'Deliveries of a subscription, newest first',
    { 200: 'DeliveryPage' },
  ),
  'POST /api/v1/subscriptions/{subscriptionId}/redeliver': op(
    'redeliverSince',
    'Begin to send again what ended since an instant, or count it',
    { 202: 'RedeliveriesAnswer' },
  ),
  'GET /api/v1/subscriptions/{subscriptionId}/recoveries': op(
    'listRecoveries',
    'Recoveries of a subscription, newest first',
    { 200: 'RecoveryPage' },
  ),
  'GET /api/v1/recoveries/{recoveryId}': op('getRecovery', 'Progress of a recovery', {
    200: 'RecoveryAnswer',
  }),
  'POST /api/v1/recoveries/{recoveryId}/cancel': op(
    'cancelRecovery',
    'Stop a recovery; what it has ordered is still sent',
    { 200: 'RecoveryAnswer' },
  ),
  'GET /api/v1/deliveries/{deliveryId}': op('getDelivery', 'One delivery with its attempts', {
    200: 'DeliveryAnswer',
  }),
  'POST /api/v1/deliveries/{deliveryId}/redeliver': op('redeliver', 'Send one delivery again', {
    202: 'RedeliveryAnswer',
  }),
};
