/** The verbs of `npm run workflow` with their arguments, options and help. Data only. */

interface VerbOption {
  readonly type: 'string' | 'boolean';
  /** Placeholder of the value, in the help. */
  readonly value?: string;
  readonly help: string;
}

export interface Verb {
  /** As in the usage line. */
  readonly operands: string;
  readonly least: number;
  readonly most: number;
  readonly summary: string;
  readonly options?: Readonly<Record<string, VerbOption>>;
  /** Further lines of its own help. */
  readonly more?: string;
}

const yes = { type: 'boolean', help: 'confirms it' } as const;
const version = {
  type: 'string',
  value: 'draft|deployed|N',
  help: 'which definition on the server (default: draft)',
} as const;
const many = 100;

export const verbs = {
  check: {
    operands: 'FILE...',
    least: 1,
    most: many,
    summary: 'finds every problem of workflow files, without a server',
    options: {
      online: {
        type: 'boolean',
        help: 'asks the server, which knows the secrets of the workspace',
      },
    },
  },
  test: {
    operands: 'FILE...',
    least: 1,
    most: many,
    summary: 'runs the "tests" of workflow files, without a server and without any call outside',
    options: { only: { type: 'string', value: 'TEXT', help: 'tests whose name has this text' } },
  },
  list: {
    operands: '',
    least: 0,
    most: 0,
    summary: 'lists the workflows of the workspace',
  },
  pull: {
    operands: 'WORKFLOW [FILE]',
    least: 1,
    most: 2,
    summary: 'writes a workflow into a file; without FILE it prints JSON',
    options: {
      version,
      force: {
        type: 'boolean',
        help: 'replaces a file; the "tests" in it stay if the server has none',
      },
    },
  },
  diff: {
    operands: 'FILE',
    least: 1,
    most: 1,
    summary: 'shows by block what the file changes; exit code 1 when it changes anything',
    options: { version },
  },
  push: {
    operands: 'FILE',
    least: 1,
    most: 1,
    summary: 'creates the workflow of that name or replaces its draft, without deploying it',
    options: {
      'allow-problems': {
        type: 'boolean',
        help: 'stores a draft that has problems, and lists them',
      },
      revision: { type: 'string', value: 'N', help: 'only if the draft still has this revision' },
    },
  },
  deploy: {
    operands: 'FILE',
    least: 1,
    most: 1,
    summary: 'pushes the file, then deploys it; an unchanged file makes no new version',
    options: {
      note: { type: 'string', value: 'TEXT', help: 'why, for those who read the versions' },
      revision: { type: 'string', value: 'N', help: 'only if the draft still has this revision' },
    },
  },
  run: {
    operands: 'FILE|WORKFLOW',
    least: 1,
    most: 1,
    summary: 'executes a workflow and prints the result; a FILE is deployed first',
    options: {
      input: { type: 'string', value: 'JSON|@FILE', help: 'the input (default: {})' },
      draft: { type: 'boolean', help: 'executes the draft; a FILE is pushed, not deployed' },
      to: { type: 'string', value: 'BLOCK', help: 'with --draft: stops after this block' },
      only: { type: 'string', value: 'BLOCK', help: 'with --draft: runs this block alone' },
      webhooks: { type: 'boolean', help: 'with --draft: sends the webhooks of the run' },
      pinned: {
        type: 'string',
        value: 'JSON|@FILE',
        help: 'with --draft: outputs by block id, for blocks that are not to run',
      },
    },
    more: 'BLOCK is the id of a block.',
  },
  logs: {
    operands: 'WORKFLOW|EXECUTION',
    least: 1,
    most: 1,
    summary: 'lists the latest executions of a workflow, or the blocks of one execution',
    options: {
      limit: { type: 'string', value: 'N', help: 'at most so many executions (default: 20)' },
      status: { type: 'string', value: 'STATUS', help: 'such as success, error or running' },
    },
    more: 'EXECUTION is an id from the list.',
  },
  versions: {
    operands: 'WORKFLOW',
    least: 1,
    most: 1,
    summary: 'lists the deployed versions, newest first',
  },
  rollback: {
    operands: 'WORKFLOW VERSION',
    least: 2,
    most: 2,
    summary: 'deploys an earlier version again, under its own number',
  },
  pause: {
    operands: 'WORKFLOW',
    least: 1,
    most: 1,
    summary: 'refuses new executions until "resume"; those under way go on to their end',
  },
  resume: {
    operands: 'WORKFLOW',
    least: 1,
    most: 1,
    summary: 'ends a pause',
  },
  undeploy: {
    operands: 'WORKFLOW',
    least: 1,
    most: 1,
    summary: 'takes it out of service: its triggers answer 404',
  },
  delete: {
    operands: 'WORKFLOW',
    least: 1,
    most: 1,
    summary: 'deletes a workflow with its versions; the logs stay',
    options: { yes },
  },
} as const satisfies Readonly<Record<string, Verb>>;

export type VerbName = keyof typeof verbs;
