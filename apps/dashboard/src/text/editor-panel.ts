/** Words of the panel of a block. */
const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** The first few of many names. */
const mostNames = 5;

function namesText(names: readonly string[]): string {
  const rest = names.length - mostNames;
  const shown = names.slice(0, mostNames).map((name) => `"${name}"`);
  return list.format(rest > 0 ? [...shown, `${rest} more`] : shown);
}

export const editorPanelText = {
  name: 'Name',
  copyReference: (reference: string) => `Copy <${reference}>`,
  more: 'More',
  duplicate: 'Duplicate',
  duplicateKeys: 'Ctrl D',
  copy: 'Copy',
  copyKeys: 'Ctrl C',
  copied: (name: string) => `${name} was copied. Paste it into any workflow.`,
  notCopied: 'The browser refused to copy.',
  runToHere: 'Run to here',
  delete: 'Delete',
  remove: {
    title: (name: string) => `Delete ${name}?`,
    consequence: (names: readonly string[]) =>
      `${namesText(names)} ${names.length === 1 ? 'refers' : 'refer'} to it. The references stay and lead nowhere, so the draft cannot be deployed until they are changed.`,
    keep: 'Keep it',
    verb: (name: string) => `Delete ${name}`,
  },
  tabs: 'Settings of the block',
  configure: 'Configure',
  errors: 'Retry and errors',
  errorPort: 'Its error port leads to',
  noErrorPort:
    'Nothing is connected to its error port, so a failure ends the run. Connect the port on the canvas to go on instead.',
  unknownType: (type: string) => `No block type is called "${type}" here. Its JSON is kept.`,
  wide: 'Wide panel: references, settings and output side by side',
  edge: 'Width of the panel',
  references: 'References',
  lastRun: 'Last run',
  show: 'What is shown of the last run',
  input: 'Input',
  output: 'Output',
  neverRan: 'No run has come to this block yet.',
  stillRuns: 'It has not ended yet.',
  noPayload: { input: 'It received nothing.', output: 'It answered nothing.' },
  loadAll: (size: string) => `Load all ${size}`,
  download: 'Download',
  took: (duration: string) => `took ${duration}`,
  next: {
    title: 'Next times',
    zone: (zone: string) => `in ${zone}`,
    mine: 'here',
    none: 'It never comes.',
  },
} as const;
