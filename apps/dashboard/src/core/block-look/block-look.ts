/**
 * How a block looks: its icon and the category that colours its tile. The categories are the
 * look's: they are finer than the catalogue's, so that a person's answer and a model's call stand
 * out. A static table, as a canvas shows before any answer of the server.
 */
export type BlockCategory =
  'trigger' | 'call' | 'ai' | 'logic' | 'code' | 'flow' | 'human' | 'output';

/** Names in the Lucide set, as `GET /block-types` has them. */
export type BlockIcon =
  | 'webhook'
  | 'terminal'
  | 'mouse-pointer-click'
  | 'message-circle'
  | 'calendar-clock'
  | 'globe'
  | 'bot'
  | 'git-branch'
  | 'split'
  | 'code'
  | 'variable'
  | 'repeat'
  | 'rows-3'
  | 'workflow'
  | 'hourglass'
  | 'user-check'
  | 'reply'
  | 'sticky-note'
  | 'box';

export interface BlockLook {
  readonly category: BlockCategory;
  readonly icon: BlockIcon;
  /** The catalogue's title of the type. */
  readonly title: string;
}

const looks: ReadonlyMap<string, BlockLook> = new Map(
  Object.entries({
    webhook: { category: 'trigger', icon: 'webhook', title: 'Webhook' },
    api_trigger: { category: 'trigger', icon: 'terminal', title: 'API call' },
    manual: { category: 'trigger', icon: 'mouse-pointer-click', title: 'Manual' },
    chat: { category: 'trigger', icon: 'message-circle', title: 'Chat' },
    schedule: { category: 'trigger', icon: 'calendar-clock', title: 'Schedule' },
    api: { category: 'call', icon: 'globe', title: 'HTTP request' },
    agent: { category: 'ai', icon: 'bot', title: 'Agent' },
    condition: { category: 'logic', icon: 'git-branch', title: 'Condition' },
    router: { category: 'logic', icon: 'split', title: 'Router' },
    function: { category: 'code', icon: 'code', title: 'Function' },
    variables: { category: 'code', icon: 'variable', title: 'Variables' },
    loop: { category: 'flow', icon: 'repeat', title: 'Loop' },
    parallel: { category: 'flow', icon: 'rows-3', title: 'Parallel' },
    workflow: { category: 'flow', icon: 'workflow', title: 'Workflow' },
    wait: { category: 'human', icon: 'hourglass', title: 'Wait' },
    approval: { category: 'human', icon: 'user-check', title: 'Approval' },
    response: { category: 'output', icon: 'reply', title: 'Response' },
    note: { category: 'code', icon: 'sticky-note', title: 'Note' },
  } satisfies Record<string, BlockLook>),
);

/** A type of a newer server is drawn as a plain box, by its own name. */
export const blockLookOf = (type: string): BlockLook =>
  looks.get(type) ?? { category: 'code', icon: 'box', title: type };
