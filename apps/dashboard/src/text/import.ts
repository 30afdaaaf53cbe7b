/** Words of imports, on Start and in the editor. */
export const importText = {
  report: (file: string) => `What becomes of ${file}`,
  outcome: {
    converted: 'Converted',
    changed: 'Changed',
    placeholder: 'Placeholder',
    'left-out': 'Left out',
  },
  becomes: (from: string, to: string | null) => (to === null ? from : `${from} → ${to}`),
  pasted: {
    title: 'Paste a workflow',
    detail: 'It replaces this draft. Undo brings the draft back, and what is deployed stays.',
    source: {
      definition: 'the pasted definition',
      file: 'the pasted workflow file',
      sim: 'the pasted export of Sim',
      yaml: 'the pasted YAML',
    },
    blocks: (n: number) => (n === 1 ? '1 block' : `${n} blocks`),
    problems: 'The draft will have these problems',
    unreadable: 'No workflow can be read in it',
    cancel: 'Cancel',
    verb: 'Replace the draft',
    waits: 'The report is not there yet',
  },
} as const;
