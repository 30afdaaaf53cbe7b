/** The resources of the API. Each operation belongs to one: `/docs` groups by them. */

interface Resource {
  readonly tag: string;
  readonly description: string;
  /** Segments of its paths. */
  readonly segments: readonly string[];
}

/** In the order of the page. */
const resources: readonly Resource[] = [
  {
    tag: 'Workflows',
    description: 'Definitions made of blocks, their versions and deployments.',
    segments: ['workflows', 'block-types', 'examples'],
  },
  {
    tag: 'Folders',
    description: 'Folders of workflows, in each other up to ten deep.',
    segments: ['folders'],
  },
  {
    tag: 'Schedules',
    description: 'Schedules of deployed workflows, and when a schedule would run.',
    segments: ['schedules'],
  },
  {
    tag: 'Approvals',
    description: 'What waits for a person.',
    segments: ['approvals'],
  },
  {
    tag: 'Notifications',
    description: 'What members should look at, and how far they have read.',
    segments: ['notifications'],
  },
  {
    tag: 'Triggers',
    description: 'URLs of deployed workflows, and their tokens. A call runs the workflow.',
    segments: ['trigger', 'trigger-tokens', 'old-trigger-urls'],
  },
  {
    tag: 'Executions',
    description: 'Runs of workflows: start, follow, cancel, resume and rerun.',
    // `webhooks/resume` answers an approval; `workflows/{id}/resume` ends a pause.
    segments: ['executions', 'execute', 'webhooks', 'stream'],
  },
  {
    tag: 'Batches',
    description: 'Cancel or rerun many executions by a filter.',
    segments: ['batches'],
  },
  {
    tag: 'Logs',
    description: 'Finished executions: search, tail, export.',
    segments: ['logs'],
  },
  {
    tag: 'Subscriptions',
    description: 'Receivers of signed webhooks.',
    segments: ['subscriptions'],
  },
  {
    tag: 'Deliveries',
    description: 'Webhooks that were sent, with their attempts.',
    segments: ['deliveries', 'redeliver'],
  },
  {
    tag: 'Recoveries',
    description: 'Deliveries of a subscription, sent again since a point in time.',
    segments: ['recoveries'],
  },
  {
    tag: 'Workspaces',
    description: 'Workspaces and the usage of their account.',
    segments: ['workspaces', 'usage'],
  },
  {
    tag: 'Search',
    description: 'Records of a workspace by a part of their name.',
    segments: ['search'],
  },
  {
    tag: 'Figures',
    description: 'Outcomes, durations and cost over time.',
    segments: ['stats'],
  },
  {
    tag: 'Views',
    description: 'Filters that members saved for all of the workspace.',
    segments: ['views'],
  },
  { tag: 'Members', description: 'Users of a workspace and their roles.', segments: ['members'] },
  {
    tag: 'Secrets',
    description: 'Values that blocks use by name. No answer has a value.',
    segments: ['secrets'],
  },
  {
    tag: 'Variables',
    description: 'Plain values of a workspace that blocks read as `<env.NAME>`.',
    segments: ['variables'],
  },
  {
    tag: 'API keys',
    description: 'Keys of a workspace, and the key of the call.',
    segments: ['api-keys', 'me'],
  },
  {
    tag: 'Sessions',
    description: 'Sessions of browsers, and links that sign members in.',
    segments: ['sessions', 'auth', 'sign-in-links'],
  },
  {
    tag: 'Operator',
    description: 'Accounts, for the operator of the service. It takes the key of the operator.',
    segments: ['operator'],
  },
  { tag: 'Audit', description: 'Management actions.', segments: ['audit'] },
  {
    tag: 'Schema registry',
    description: 'The read side of the Confluent Schema Registry API.',
    segments: ['schemas', 'subjects', 'config', 'mode'],
  },
  {
    tag: 'Onboarding',
    description: 'How far the caller has come with the page Start.',
    segments: ['onboarding'],
  },
  {
    tag: 'Demo',
    description: 'The demo workflow of `npm start` and docker compose, and its receiver.',
    segments: ['demo'],
  },
  { tag: 'System', description: 'Whether the service works.', segments: ['system'] },
  {
    tag: 'Health',
    description: 'Health and metrics of the process.',
    segments: ['health', 'metrics'],
  },
  {
    tag: 'Documents',
    description: 'Descriptions of the API and of the topics.',
    segments: ['docs', 'openapi.json', 'asyncapi.json'],
  },
  {
    tag: 'Dashboard',
    description: 'Pages for people, and their files.',
    segments: ['sign-in', 'w', 'assets'],
  },
];

const tagBySegment = new Map(
  resources.flatMap(({ tag, segments }) => segments.map((segment) => [segment, tag] as const)),
);

/** Resources of everything below them. A log can be found by its execution, and stays a log. */
const outermost = ['operator', 'logs', 'stats'];

/**
 * The innermost resource of the path: `/workspaces/{id}/members` is about members.
 * @returns an empty list for a path without a resource; a test finds those of the api
 */
export function tagsOf(path: string): readonly string[] {
  if (path === '/') return ['Dashboard'];
  const named = path.split('/').filter((segment) => tagBySegment.has(segment));
  const segment = outermost.find((one) => named.includes(one)) ?? named.at(-1);
  const tag = segment === undefined ? undefined : tagBySegment.get(segment);
  return tag === undefined ? [] : [tag];
}

export const documentedTags = resources.map(({ tag: name, description }) => ({
  name,
  description,
}));
