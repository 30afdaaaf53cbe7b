/** Words of the workflow editor. */
/** By the reasons of core/edit. */
const refusals = {
  notJson: 'This is no JSON. Check quotes and commas.',
  noSuchBlock: 'This block is gone.',
  noSuchField: 'This field is gone.',
  noSuchEdge: 'This connection is gone.',
  notAHolder: 'The value around it holds no fields.',
  indexOutOfRange: 'The list has no such place.',
  exists: 'It is there already.',
  blockIdIsFixed: 'The id of a block is fixed: connections refer to it.',
  nameTaken: 'Another block has this name.',
  invalidName: 'References cannot name a block so. Use letters, digits, spaces, - and _.',
  nameHidden: 'References to it would mean something else under this name.',
  nameCaptures: 'References to something else would mean this block under this name.',
  notAContainer: 'Only a loop or a parallel block has a body.',
  insideItself: 'A block cannot be in its own body.',
  changedSince: 'Someone else changed it since.',
};

export const editorText = {
  title: 'Editor',
  all: 'Workflows',
  edit: 'Edit',
  refusals,
  saving: {
    saved: 'Saved',
    pending: 'Edited',
    saving: 'Saving',
    offline: 'Offline, kept here',
    refused: 'Not saved',
  },
  notSaved: (why: string) => `The draft could not be saved: ${why}`,
  tryAgain: 'Try again',
  undo: 'Undo',
  redo: 'Redo',
  isRemoved: (name: string) => `${name} was deleted`,
  needsEditor: 'Editing needs the role editor',
  deploy: 'Deploy',
  deployTip: 'Compare the draft with what runs, then deploy it',
  nothingToDeploy: 'The draft is what runs',
  run: 'Run draft',
  webhookCount: (count: number) =>
    count === 0 ? 'Webhooks' : `${count} ${count === 1 ? 'webhook' : 'webhooks'}`,
  ofWorkflow: (word: string) => `${word} of this workflow`,
  hasProblems: 'The draft has problems',
  hasConflicts: 'Choose between your changes and theirs first',
  merge: {
    left: (count: number) => (count === 1 ? '1 to choose' : `${count} to choose`),
    changedByBoth: (place: string) => `${place}, changed by both`,
    order: 'The order of the blocks',
    block: 'The whole block, deleted by one',
    all: 'The whole definition',
    missing: 'not there',
    side: { mine: 'Mine', theirs: 'Theirs', base: 'Before' },
    keep: { mine: 'Keep mine', theirs: 'Keep theirs', base: 'As it was before' },
    /** Begins with what the button shows. */
    open: (left: string) => `${left}. Show the next one`,
  },
  problems: (count: number) => (count === 1 ? '1 problem' : `${count} problems`),
  somebody: 'A key',
  alsoHere: (names: readonly string[]) =>
    `${new Intl.ListFormat('en').format(names)} ${names.length === 1 ? 'is' : 'are'} here too`,
  nextStep: {
    empty: { says: 'A workflow begins with a trigger.', add: 'Add a trigger' },
    triggerOnly: { says: 'Nothing happens after the trigger yet.', add: 'Add the next block' },
  },
  pasting: {
    notRead: 'The paste could not be read: reload the page, then paste again. Nothing was changed.',
    notDoubled: 'The block was not duplicated: reload the page, then try again.',
  },
  notDrawn: 'This definition cannot be drawn.',
} as const;
