/** Definitions that authors got wrong, one mistake each. */

interface Block {
  readonly id: string;
  readonly type: string;
  readonly name?: unknown;
  readonly config?: unknown;
}

const hook: Block = { id: 'hook', type: 'webhook', name: 'Hook', config: { path: 'orders' } };
const block = (id: string, type: string, config: object = {}, more: object = {}): Block => ({
  ...{ id, type, name: id.charAt(0).toUpperCase() + id.slice(1), config },
  ...more,
});
const edge = (from: string, to: string, port?: string): object => ({
  ...{ from, to },
  ...(port !== undefined && { port }),
});
/** Blocks after the trigger, in a line unless there are edges. */
const flow = (blocks: readonly Block[], edges?: readonly unknown[], more: object = {}): object => ({
  blocks: [hook, ...blocks],
  edges: edges ?? blocks.map(({ id }, index) => edge(blocks[index - 1]?.id ?? 'hook', id)),
  ...more,
});
const api = (config: object): object => flow([block('call', 'api', config)]);
const url = 'https://shop.example/orders';
const answer = (body: unknown): object => flow([block('done', 'response', { body })]);
const condition = (...expressions: (string | undefined)[]): Block =>
  block('check', 'condition', {
    conditions: expressions.map((expression, index) => ({ port: `p${index}`, expression })),
  });
const set = (id: string, value: unknown): Block => block(id, 'variables', { values: { x: value } });
const schedule = (config: object): object => ({ blocks: [block('daily', 'schedule', config)] });
const wait = (config: object): object => flow([block('pause', 'wait', config)]);
const loop = (config: object): Block => block('each', 'loop', config);
const twice = loop({ type: 'count', count: 2 });
const agent = (config: object): object =>
  flow([block('ask', 'agent', { model: 'gpt-4o-mini', userPrompt: 'Hello', ...config })]);

/** By the mistake. */
export const wrongDefinitions: Readonly<Record<string, unknown>> = {
  'the definition is a text': 'blocks: []',
  'there are no blocks': { edges: [] },
  'the list of blocks is empty': { blocks: [], edges: [] },
  'there is no trigger': { blocks: [block('done', 'response', { body: 1 })] },
  'there are two triggers': flow([block('start', 'manual')], []),
  'a block type is misspelt': flow([block('call', 'apii', { url })]),
  'a block has no name': flow([block('call', 'api', { url }, { name: undefined })]),
  'a name has a letter that is not ASCII': flow([block('call', 'api', { url }, { name: 'Café' })]),
  'an id has a space': flow([block('my call', 'api', { url })]),
  'two blocks have the same id': flow(
    [set('a', 1), { ...set('a', 2), name: 'B' }],
    [edge('hook', 'a')],
  ),
  'two blocks have the same name': flow([set('a', 1), { ...set('b', 2), name: 'a' }]),
  'a block has a position': flow([block('call', 'api', { url }, { position: { x: 1, y: 2 } })]),
  'edges have source and target': flow([set('a', 1)], [{ source: 'hook', target: 'a' }]),
  'an edge leads nowhere': flow([set('notify', 1)], [edge('hook', 'notfy')]),
  'an edge leaves from an unknown port': flow(
    [condition('true'), set('a', 1)],
    [edge('hook', 'check'), edge('check', 'a', 'p1')],
  ),
  'an edge leads into the trigger': flow([set('a', 1)], [edge('hook', 'a'), edge('a', 'hook')]),
  'a note has an edge': flow([block('memo', 'note', { text: 'x' })]),
  'blocks form a cycle': flow(
    [set('a', 1), set('b', 2)],
    [edge('hook', 'a'), edge('a', 'b'), edge('b', 'a')],
  ),
  'an edge enters a body': flow(
    [twice, set('a', 1), set('b', 1)],
    [edge('hook', 'each'), edge('each', 'a', 'each'), edge('hook', 'b'), edge('b', 'a')],
  ),
  'a URL is missing': api({ method: 'GET' }),
  'a method is misspelt': api({ url, method: 'GTE' }),
  'a field is misspelt': api({ url, methd: 'POST' }),
  'a timeout is a text': api({ url, timeoutMs: '30s' }),
  'too many retries are asked for': api({ url, retry: { maxRetries: 100 } }),
  'a header is set that the client sets itself': api({
    url,
    headers: [{ key: 'Host', value: 'x' }],
  }),
  'headers are an object': api({ url, headers: { accept: 'text/plain' } }),
  'a path parameter is forgotten': api({ url: `${url}/:id`, pathParams: { ids: 7 } }),
  'a path parameter is null': api({ url: `${url}/:id`, pathParams: { id: null } }),
  'a reference names an unknown block': answer('Thanks, <hok.body.name>'),
  'a reference names an unknown output': answer('<hook.boddy>'),
  'a reference names an unknown variable': flow(
    [block('done', 'response', { body: '<variable.regoin>' })],
    undefined,
    { variables: { region: 'eu' } },
  ),
  'an argument of a tool is used outside of one': api({ url: `${url}/<tool.id>` }),
  'an iteration is used outside of a loop': answer('<loop.index>'),
  'a condition is no JavaScript': flow([condition('<hook.body.total> >', 'true')]),
  'a reference is inside quotes': flow([condition('"Bearer <hook.body.token>" === 1')]),
  'the else is in the middle': flow([condition(undefined, 'true')]),
  'the code of a function does not parse': flow([
    block('sum', 'function', { code: 'const a = 1;\nreturn a +;' }),
  ]),
  'a router has routes without values': flow([
    block('route', 'router', { value: 1, routes: [{ port: 'a' }] }),
  ]),
  'the status of a response is out of range': flow([block('done', 'response', { status: 99 })]),
  'a schedule has four fields': schedule({ cron: '0 9 * *' }),
  'a schedule has a minute that does not exist': schedule({ cron: '61 * * * *' }),
  'a wait has two ends': wait({ durationMs: 1_000, until: '2027-01-01T00:00:00Z' }),
  'a loop has an unknown type': flow([loop({ type: 'foreach', items: [] })]),
  'an agent has a tool that does not exist': agent({
    apiKey: '{{KEY}}',
    tools: [{ block: 'Shopp', description: 'Orders' }],
  }),
  'an agent has no key': agent({}),
  'a reference leads to a later block': flow([set('first', '<second.x>'), set('second', 1)]),
  'a reference leads into a body': flow(
    [twice, set('in', 1), set('after', '<in.x>')],
    [edge('hook', 'each'), edge('each', 'in', 'each'), edge('each', 'after')],
  ),
  'nothing leads to a block, and a secret is unknown': flow(
    [set('lost', 1), block('call', 'api', { url, headers: [{ key: 'x-key', value: '{{TYPO}}' }] })],
    [edge('hook', 'call')],
  ),
  'a time has no zone, and names hide variables': flow([
    block('pause', 'wait', { until: '2027-01-01T00:00:00' }),
    { ...set('v', '{{no such}} <hook.body.o.é> <hook.body[-1]>'), name: 'variable' },
  ]),
};
