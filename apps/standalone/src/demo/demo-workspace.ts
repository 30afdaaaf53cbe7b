/**
 * The demo workflow and its subscription, created through the public API; later starts update them.
 */

export interface DemoOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly receiverUrl: string;
  readonly secret: string;
}

export interface Demo {
  readonly workflowId: string;
  readonly triggerUrl: string;
  readonly subscriptionId: string;
}

const name = 'Demo order intake';

const definition = (receiverUrl: string): object => ({
  blocks: [
    { id: 'hook', type: 'webhook', name: 'Order received', config: { path: 'demo-order' } },
    {
      id: 'call',
      type: 'api',
      name: 'Call the order API',
      config: {
        method: 'POST',
        url: `${receiverUrl}/orders/:orderId`,
        pathParams: { orderId: '<orderreceived.body.id>' },
        body: { order: '<orderreceived.body>' },
      },
    },
    {
      id: 'check',
      type: 'condition',
      name: 'Accepted',
      config: {
        conditions: [{ port: 'yes', expression: '<calltheorderapi.data.accepted> === true' }],
      },
    },
    {
      id: 'answer',
      type: 'response',
      name: 'Answer the caller',
      config: {
        status: 200,
        body: {
          status: 'success',
          processed: true,
          order: '<calltheorderapi.data>',
          timestamp: '<orderreceived.timestamp>',
        },
      },
    },
  ],
  edges: [
    { from: 'hook', to: 'call' },
    { from: 'call', to: 'check' },
    { from: 'check', port: 'yes', to: 'answer' },
  ],
});

interface Answer {
  readonly data: { readonly id: string } & Record<string, unknown>;
}
interface ListAnswer {
  readonly data: readonly ({ readonly id: string } & Record<string, unknown>)[];
  readonly nextCursor?: string;
}

async function call<T>(
  options: DemoOptions,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const response = await fetch(`${options.baseUrl}/api/v1${path}`, {
    method,
    headers: { 'x-api-key': options.apiKey, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return (text === '' ? {} : JSON.parse(text)) as T;
}

async function findWorkflow(options: DemoOptions): Promise<string | null> {
  for (let cursor = ''; ;) {
    const page = await call<ListAnswer>(
      options,
      'GET',
      `/workflows?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    const found = page.data.find((workflow) => workflow['name'] === name);
    if (found !== undefined) return found.id;
    if (page.nextCursor === undefined) return null;
    cursor = page.nextCursor;
  }
}

async function ensureWorkflow(options: DemoOptions): Promise<Omit<Demo, 'subscriptionId'>> {
  const body = { name, definition: definition(options.receiverUrl) };
  const existing = await findWorkflow(options);
  const { data } =
    existing === null
      ? await call<Answer>(options, 'POST', '/workflows', body)
      : await call<Answer>(options, 'PUT', `/workflows/${existing}`, body);
  await call(options, 'POST', `/workflows/${data.id}/deploy`);
  return { workflowId: data.id, triggerUrl: String(data['triggerUrl']) };
}

/** Made by an earlier start. Its port may have changed; a person may have added others. */
const isOurs = (url: unknown): boolean =>
  typeof url === 'string' && /^http:\/\/(127\.0\.0\.1|demo)(:\d+)?\/webhooks$/.test(url);

async function ensureSubscription(options: DemoOptions, workflowId: string): Promise<string> {
  const path = `/workflows/${workflowId}/subscriptions`;
  const url = `${options.receiverUrl}/webhooks`;
  const known = (await call<ListAnswer>(options, 'GET', path)).data;
  const existing = known.find((subscription) => isOurs(subscription['url']));
  if (existing === undefined) {
    const body = { url, secret: options.secret, includeFinalOutput: true };
    return (await call<Answer>(options, 'POST', path, body)).data.id;
  }
  if (existing['url'] !== url) await call(options, 'PATCH', `${path}/${existing.id}`, { url });
  return existing.id;
}

export async function ensureDemo(options: DemoOptions): Promise<Demo> {
  const workflow = await ensureWorkflow(options);
  return { ...workflow, subscriptionId: await ensureSubscription(options, workflow.workflowId) };
}

/** Shell text that prints a field of a file in the data directory. */
export type ReadField = (file: 'credentials.json' | 'demo.json', field: string) => string;

/**
 * Three shell lines to paste: run the demo workflow, read its log, read its delivery. They name no
 * secret: the shell reads the key and the trigger URL.
 */
export function tryLines(baseUrl: string, read: ReadField, subscriptionId: string): string[] {
  const key = `-H "x-api-key: ${read('credentials.json', 'apiKey')}"`;
  const workspaceId = read('credentials.json', 'workspaceId');
  return [
    'Try:',
    `  curl -sS -X POST "${read('demo.json', 'triggerUrl')}" -H 'content-type: application/json' -d '{"id":"A-1","amount":42}'`,
    `  curl -sS ${key} "${baseUrl}/api/v1/logs?workspaceId=${workspaceId}&order=asc&limit=10&details=full"`,
    `  curl -sS ${key} ${baseUrl}/api/v1/subscriptions/${subscriptionId}/deliveries`,
  ];
}
