/** Words of the editor's bars and keys. */
const list = (names: readonly string[]): string => new Intl.ListFormat('en').format(names);
const mostNamed = 3;

/** `Accept, Notify and 4 more`. */
const named = (names: readonly string[]): string =>
  names.length <= mostNamed
    ? list(names)
    : list([...names.slice(0, mostNamed - 1), `${names.length - mostNamed + 1} more`]);

export const editorBarText = {
  undo: 'Undo',
  tidy: 'Tidy the blocks',
  outline: 'Outline',
  canvas: 'Canvas',
  tools: 'Tools',
  deleted: (names: readonly string[], referrers: readonly string[]) => {
    const what = `${named(names)} ${names.length === 1 ? 'was' : 'were'} deleted.`;
    if (referrers.length === 0) return what;
    const it = names.length === 1 ? 'it' : 'them';
    return `${what} ${named(referrers)} ${referrers.length === 1 ? 'refers' : 'refer'} to ${it}.`;
  },
  changedSince: 'Something was changed since. Undo goes back step by step.',
  cannot: (action: string, why: string) => `${action}: ${why}`,
  noteText: (name: string) => `Text of ${name}`,
  problems: {
    label: (problems: number, warnings: number) => {
      const parts = [
        ...(problems > 0 ? [`${problems} ${problems === 1 ? 'problem' : 'problems'}`] : []),
        ...(warnings > 0 ? [`${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`] : []),
      ];
      return parts.length === 0 ? '0 problems' : list(parts);
    },
    none: 'Nothing is wrong with the draft',
    workflow: 'The workflow',
    stops: 'stops Deploy',
    warning: 'warning',
  },
  listen: {
    verb: 'Listen',
    tip: 'Make a URL that runs the draft once',
    hasProblems: 'A draft with problems cannot run',
    failed: 'No test URL was made',
    waiting: (until: string) => `Waiting for one request until ${until}`,
    detail: 'The next request to this URL runs the draft. A person has one test URL at a time.',
    copyUrl: 'Copy the test URL',
    copyCurl: 'Copy as curl',
    url: 'Test URL',
    stop: 'Stop',
    ended: 'No request came. The test URL has ended.',
    again: 'Listen again',
    close: 'Close',
  },
  keys: {
    add: 'Add a block',
    undo: 'Undo',
    redo: 'Redo',
    deploy: 'Deploy',
    nextProblem: 'Next problem',
    previousProblem: 'Previous problem',
    walk: 'On the canvas: walk along the edges',
    up: 'Select what leads to a block',
    down: 'Select what follows a block',
    open: 'Open the settings of a block',
    back: 'Close the settings, back to the canvas',
    after: 'Add after a block',
    insert: 'Insert before a block',
    connect: 'Connect a block',
    disconnect: 'Disconnect a block',
    moveIn: 'Move a block into a body',
    rename: 'Rename a block',
    duplicate: 'Duplicate',
    delete: 'Delete',
    copy: 'Copy, cut and paste blocks',
    all: 'Select all blocks',
    tidy: 'Tidy the blocks',
    fit: 'Show all',
    full: 'Show at full size',
    zoom: 'Zoom in and out',
  },
} as const;
