/** Words of the palette and the list of blocks that may be added. */
const categories: Readonly<Record<string, string>> = {
  trigger: 'Trigger',
  action: 'Action',
  logic: 'Logic',
  data: 'Data',
  flow: 'Flow',
  answer: 'Answer',
  note: 'Note',
};

export const blockPickerText = {
  add: 'Add a block',
  palette: 'Blocks',
  search: 'Search blocks',
  list: 'Blocks that may be added',
  slash: '/',
  escape: 'Esc',
  enter: 'Enter',
  shiftEnter: 'Shift Enter',
  nothing: 'No block has this name, or another word for it',
  /** A category of a newer server is shown by its own word. */
  category: (category: string): string => categories[category] ?? category,
  counts: (fit: number, refused: number): string =>
    refused === 0 ? `${fit} fit` : `${fit} fit, ${refused} can’t stand here`,
  place: {
    alone: 'add',
    after: (block: string) => `add after ${block}`,
    edge: (block: string) => `insert before ${block}`,
    body: (block: string) => `add into ${block}`,
    branch: 'branch',
  },
  refusal: {
    secondTrigger: (trigger: string) => `${trigger} already starts this workflow`,
    triggerNotFirst: 'A trigger starts the workflow: nothing leads to it',
    noteHasNoEdges: 'A note has no edges: add it to the ground',
    afterNote: 'Nothing follows a note',
    placeIsGone: 'The place for it is gone',
    tooMany: 'A workflow has at most 1,000 blocks and 5,000 edges',
  },
} as const;
