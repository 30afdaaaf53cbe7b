/**
 * Sim's routers ask a model for the route. Here an agent chooses one of the routes, and a router
 * follows it. The older router leads to every connected block; the newer one (`router_v2`) has
 * routes with a handle each.
 */
import { placeOf } from './convert-agent.js';
import { placeholder, type ConvertedBlock } from './converted-block.js';
import { jsonOf, textOf, type Values } from './sim-workflow.js';

/** The target of an edge of the router. */
export interface RouterTarget {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

interface Way {
  readonly handle: string;
  readonly port: string;
  /** For the model. */
  readonly description: string;
}

/** Ports allow few characters and must be unique; `error` is taken. */
function withPorts(ways: readonly { handle: string; title: string; description: string }[]): Way[] {
  const taken = new Set(['error']);
  return ways.map(({ handle, title, description }, index) => {
    const base = title
      .replace(/[^A-Za-z0-9_-]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 50);
    const port = base === '' || taken.has(base) ? `route-${index + 1}` : base;
    taken.add(port);
    return { handle, port, description };
  });
}

interface SimRoute {
  readonly id?: unknown;
  readonly title?: unknown;
  readonly value?: unknown;
}

function waysOf(type: string, value: Values, targets: readonly RouterTarget[]): Way[] {
  if (type === 'router') {
    return withPorts(
      targets.map(({ id, name, type: kind }) => ({
        handle: `source>${id}`,
        title: name,
        description: `${name} (${kind})`,
      })),
    );
  }
  const routes = jsonOf(value('routes'));
  if (!Array.isArray(routes)) return [];
  return withPorts(
    (routes as (SimRoute | null)[]).map((route) => ({
      handle: `router-${textOf(route?.id)}`,
      title: textOf(route?.title),
      description: textOf(route?.value) || textOf(route?.title),
    })),
  );
}

export function convertRouter(
  type: string,
  value: Values,
  name: string,
  targets: readonly RouterTarget[],
): ConvertedBlock {
  const ways = waysOf(type, value, targets);
  if (ways.length === 0) return placeholder(type, name, 'It leads nowhere');
  const model = textOf(value('model')) || 'claude-sonnet-4-5';
  const place = placeOf(value, model);
  const routes = ways.map(({ port }) => port);
  const schema = {
    type: 'object',
    properties: { route: { type: 'string', enum: routes } },
    required: ['route'],
    additionalProperties: false,
  };
  const listed = ways.map(({ port, description }) => `- ${port}: ${description}`).join('\n');
  return {
    type: 'router',
    config: { routes: routes.map((port) => ({ port, equals: port })) },
    notes: [
      ...place.notes,
      'It became two blocks: an agent that chooses, with our own instructions, and a router',
    ],
    ports: Object.fromEntries(ways.map(({ handle, port }) => [handle, port])),
    outputs: {
      selectedRoute: 'data.route',
      selectedPath: 'data.route',
      model: 'model',
      tokens: 'tokens',
    },
    ahead: {
      suffix: 'choice',
      into: (own) => ({ value: `<${own}.data.route>` }),
      type: 'agent',
      config: {
        ...place.config,
        model,
        systemPrompt: `Choose the one route that suits the request best.\n${listed}`,
        userPrompt: value(type === 'router' ? 'prompt' : 'context') ?? '',
        temperature: 0,
        outputSchema: schema,
      },
    },
  };
}
