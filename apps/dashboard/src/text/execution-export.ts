/** Words of the export of a list. Apart: it is loaded after the rows. */
export const executionExportText = {
  title: 'Export',
  format: {
    csv: { label: 'CSV', second: 'one line each, for a spreadsheet' },
    ndjson: { label: 'NDJSON', second: 'one JSON object each, with costs and models' },
  },
  needsWorkflow: 'The filter names no workflow that is known',
} as const;
