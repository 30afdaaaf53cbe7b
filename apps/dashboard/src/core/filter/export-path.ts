/** The address of a download of everything that a filter matches. */
export const exportFormats = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** @param filter as the API takes it */
export function exportPath(
  workspaceId: string,
  format: ExportFormat,
  filter: Readonly<Record<string, string>>,
): string {
  const query = new URLSearchParams({
    ...filter,
    ...{ workspaceId, format },
    // A line of CSV has the basic fields only.
    ...(format === 'ndjson' && { details: 'full' }),
  });
  return `/api/v1/logs/export?${query}`;
}
