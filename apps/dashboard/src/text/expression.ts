/** Words of the fields for text with references, and of the tree of references. */
const count = (n: number, noun: string): string =>
  `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`;

export const expressionText = {
  loadFailed: 'The editor did not load, so nothing is completed here.',
  list: (name: string) => `Values of ${name}`,
  blocks: 'Blocks before this one',
  secrets: 'Secrets',
  ofRoot: { loop: 'This iteration', parallel: 'This iteration', variable: 'Variables' } as Readonly<
    Record<string, string>
  >,
  matching: (matches: number, total: number, typed: string) =>
    typed === '' ? count(total, 'value') : `${matches} of ${total} match "${typed}"`,
  enter: 'Enter',
  insert: 'insert',
  tab: 'Tab',
  nextPart: 'next part of the path',
  onlyUpstream: 'Only blocks upstream are offered',
  neverShown: 'Secrets are never shown',
  notSeen: 'not seen yet',
  declared: 'declared',
  lastRun: (ago: string) => `last run, ${ago}`,
  fields: (n: number) => count(n, 'field'),
  items: (n: number) => count(n, 'item'),
  from: (block: string, ago: string) => `From ${block}, last run, ${ago}`,
  absent: (block: string, ago: string) => `${block} had no such output in its last run, ${ago}`,
  notRun: (block: string) => `${block} has not run yet`,
  other: {
    iteration: 'Known while the body runs',
    variable: 'A variable of this workflow',
    environment: 'A variable of the workspace',
    tool: 'An argument of the call by its agent',
    secret: 'A secret of the workspace. Its value is never shown.',
  },
  unknownHere: 'Nothing has this name here',
  replace: 'Replace',
  replaceKeys: 'Alt Enter',
  meant: ['Did you mean ', '?'],
  wrong: {
    block: () => ['No block is called ', '.'],
    output: (block: string) => [`${block} has no output called `, '.'],
    variable: () => ['No variable is called ', '.'],
    iteration: () => ['This block is in no body of a ', '.'],
    tool: () => ['No agent uses this block, so it has no ', '.'],
    environment: () => ['No variable of the workspace can be called ', '.'],
    secret: () => ['No secret is called ', '.'],
  },
  tree: {
    label: 'References',
    empty: 'Nothing comes before this block.',
    insertsInto: (field: string) => `Click or drag to insert into ${field}`,
    needsField: 'Click into a field first, or drag a value into one',
    unnamed: 'Rename the block to refer to it: use letters, digits and spaces',
    iteration: 'This iteration',
    variables: 'Variables',
    secrets: 'Secrets',
  },
} as const;
