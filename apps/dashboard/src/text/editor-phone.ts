/** Words of the editor on a phone. */
export const phoneText = {
  back: 'Back to the workflows',
  view: 'View',
  views: { outline: 'Outline', canvas: 'Canvas' },
  add: 'Add a block',
  webhooks: 'Webhooks',
  problems: (problems: number, warnings: number) =>
    problems + warnings === 0 ? 'Problems' : `Problems (${problems + warnings})`,
  openProblems: (problems: number, warnings: number) =>
    [
      ...(problems > 0 ? [problems === 1 ? '1 problem' : `${problems} problems`] : []),
      ...(warnings > 0 ? [warnings === 1 ? '1 warning' : `${warnings} warnings`] : []),
    ].join(', '),
  problemsTitle: 'Problems of the draft',
  noProblems: 'The last save found no problems.',
  open: (block: string) => `Open ${block}`,
  undo: 'Undo',
  redo: 'Redo',
  nothingToUndo: 'Nothing to undo',
  nothingToRedo: 'Nothing to redo',
  bar: (workflow: string) => `Act on ${workflow}`,
  url: 'URL',
  run: 'Run draft',
  deploy: 'Deploy',
  urlTitle: (workflow: string) => `Call ${workflow}`,
  address: 'Trigger URL',
  noAddress: 'Another trigger starts this workflow. A key can run it too:',
  curl: 'As curl',
  draftCurl: 'The draft, with a key',
  copyUrl: 'Copy the URL',
  copyCurl: 'Copy as curl',
} as const;
