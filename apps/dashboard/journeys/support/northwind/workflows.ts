/** The workflows of the seeded workspace, as their authors would have drawn them. */

export interface SeedWorkflow {
  readonly name: string;
  readonly definition: object;
}

/** The origin of a service by its name. */
type ServiceAt = (name: string) => string;

const edges = (...path: readonly string[]): object[] =>
  path.slice(1).map((to, index) => ({ from: path[index], to }));

const hook = (name: string, path: string): object => ({
  ...{ id: 'hook', type: 'webhook', name },
  config: { path },
});
const hourly = { id: 'hook', type: 'schedule', name: 'Every hour', config: { cron: '0 * * * *' } };
const nightly = {
  ...{ id: 'hook', type: 'schedule', name: 'Every night' },
  config: { cron: '0 2 * * *', timezone: 'Europe/Berlin' },
};
const response = (id: string, name: string, status: number, body: object): object => ({
  ...{ id, type: 'response', name },
  config: { status, body },
});

const agent = (
  serviceAt: ServiceAt,
  name: string,
  systemPrompt: string,
  question: string,
): object => ({
  ...{ id: 'agent', type: 'agent', name },
  config: {
    ...{ baseUrl: `${serviceAt('models')}/v1`, apiKey: '{{MODEL_KEY}}', model: 'gpt-4.1-mini' },
    ...{ systemPrompt, userPrompt: question, prices: { input: 0.4, output: 1.6 } },
    ...{ timeoutMs: 3_600_000, totalTimeoutMs: 3_600_000 },
  },
});

const orderIntake = (serviceAt: ServiceAt): SeedWorkflow => ({
  name: 'Order intake',
  definition: {
    blocks: [
      hook('Order received', 'orders'),
      {
        ...{ id: 'customer', type: 'api', name: 'Fetch customer' },
        config: {
          url: `${serviceAt('crm')}/customers/:id`,
          pathParams: { id: '<orderreceived.body.customer>' },
        },
      },
      {
        ...{ id: 'known', type: 'condition', name: 'Known customer' },
        config: {
          conditions: [
            { port: 'known', expression: '<fetchcustomer.data.known> === true' },
            { port: 'unknown' },
          ],
        },
      },
      response('reject', 'Reject', 409, { reason: 'unknown customer' }),
      agent(
        serviceAt,
        'Assess fraud risk',
        'Say whether the fraud risk of this order is low or high.',
        '<orderreceived.body>',
      ),
      {
        ...{ id: 'risk', type: 'condition', name: 'Low risk' },
        config: {
          conditions: [
            { port: 'low', expression: '<assessfraudrisk.content> === "low"' },
            { port: 'high' },
          ],
        },
      },
      {
        ...{ id: 'ask', type: 'approval', name: 'Ask a person' },
        config: { expiresInMs: 86_400_000, message: 'High risk: <orderreceived.body.orderId>' },
      },
      {
        ...{ id: 'loop', type: 'loop', name: 'For each line' },
        config: { type: 'forEach', items: '<orderreceived.body.lines>' },
      },
      {
        ...{ id: 'reserve', type: 'api', name: 'Reserve stock' },
        config: {
          method: 'POST',
          url: `${serviceAt('wms')}/reservations`,
          body: '<foreachline.currentItem>',
        },
      },
      {
        ...{ id: 'charge', type: 'api', name: 'Charge card' },
        config: {
          method: 'POST',
          url: `${serviceAt('pay')}/charges`,
          headers: [{ key: 'authorization', value: 'Bearer {{PAYMENTS_KEY}}' }],
          body: {
            order: '<orderreceived.body.orderId>',
            amount: '<orderreceived.body.total>',
            source: '<orderreceived.body.source>',
          },
          retry: { maxRetries: 2, initialDelayMs: 3_000 },
        },
      },
      response('accept', 'Accept', 201, { order: '<orderreceived.body.orderId>' }),
    ],
    edges: [
      ...edges('hook', 'customer', 'known'),
      { from: 'known', port: 'unknown', to: 'reject' },
      { from: 'known', port: 'known', to: 'agent' },
      ...edges('agent', 'risk'),
      { from: 'risk', port: 'high', to: 'ask' },
      { from: 'risk', port: 'low', to: 'loop' },
      { from: 'loop', port: 'each', to: 'reserve' },
      ...edges('loop', 'charge', 'accept'),
    ],
  },
});

const ticketTriage = (serviceAt: ServiceAt): SeedWorkflow => ({
  name: 'Ticket triage',
  definition: {
    blocks: [
      hook('Ticket opened', 'tickets'),
      agent(serviceAt, 'Classify', 'Name the team that this ticket is for.', '<ticketopened.body>'),
      response('answer', 'Answer', 200, { team: '<classify.content>' }),
    ],
    edges: edges('hook', 'agent', 'answer'),
  },
});

const refundApproval: SeedWorkflow = {
  name: 'Refund approval',
  definition: {
    blocks: [
      hook('Refund requested', 'refunds'),
      {
        ...{ id: 'ask', type: 'approval', name: 'Ask a person' },
        config: {
          expiresInMs: 86_400_000,
          message: 'Refund <refundrequested.body.amount> to <refundrequested.body.customer>?',
        },
      },
      response('answer', 'Answer', 200, { approved: '<askaperson.data.approved>' }),
    ],
    edges: edges('hook', 'ask', 'answer'),
  },
};

const contractReview = (serviceAt: ServiceAt): SeedWorkflow => ({
  name: 'Contract review',
  definition: {
    blocks: [
      hook('Contract uploaded', 'contracts'),
      {
        ...{ id: 'extract', type: 'api', name: 'Extract clauses' },
        config: {
          url: `${serviceAt('contracts')}/:id`,
          pathParams: { id: '<contractuploaded.body.id>' },
          ...{ timeoutMs: 800, retry: { maxRetries: 1, initialDelayMs: 400 } },
        },
      },
      response('answer', 'Answer', 200, { clauses: '<extractclauses.data>' }),
    ],
    edges: edges('hook', 'extract', 'answer'),
  },
});

const invoiceSync = (serviceAt: ServiceAt): SeedWorkflow => ({
  name: 'Invoice sync',
  definition: {
    blocks: [
      hourly,
      {
        ...{ id: 'write', type: 'api', name: 'Write invoices' },
        config: { method: 'POST', url: `${serviceAt('books')}/invoices`, body: {} },
      },
    ],
    edges: edges('hook', 'write'),
  },
});

/** One at a time: the next one waits in the queue while the bank is awaited. */
const nightlyPayouts: SeedWorkflow = {
  name: 'Nightly payouts',
  definition: {
    concurrency: { limit: 1, whenFull: 'queue', maxWaitMs: 3_600_000 },
    blocks: [
      nightly,
      { id: 'wait', type: 'wait', name: 'Wait for bank', config: { durationMs: 3_600_000 } },
    ],
    edges: edges('hook', 'wait'),
  },
};

const onboarding: SeedWorkflow = {
  name: 'Onboarding e-mails',
  definition: {
    blocks: [
      hook('Customer signed up', 'sign-ups'),
      response('answer', 'Answer', 202, { queued: true }),
    ],
    edges: edges('hook', 'answer'),
  },
};

/** Never deployed. */
const stockReorder: SeedWorkflow = {
  name: 'Stock reorder',
  definition: {
    blocks: [
      hourly,
      {
        ...{ id: 'plan', type: 'function', name: 'Plan orders' },
        config: { code: 'return [];' },
      },
    ],
    edges: edges('hook', 'plan'),
  },
};

export const workflowsOf = (serviceAt: ServiceAt) => ({
  orderIntake: orderIntake(serviceAt),
  ticketTriage: ticketTriage(serviceAt),
  refundApproval,
  contractReview: contractReview(serviceAt),
  invoiceSync: invoiceSync(serviceAt),
  nightlyPayouts,
  onboarding,
  stockReorder,
});
export type WorkflowName = keyof ReturnType<typeof workflowsOf>;
