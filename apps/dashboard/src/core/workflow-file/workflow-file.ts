/** A workflow as the file that `npm run workflow` takes. The definition keeps its bytes. */
export interface FileFacts {
  readonly name: string;
  readonly description: string | null;
  readonly folderId: string | null;
}

/** @param definition its text */
export function workflowFile(facts: FileFacts, definition: string): string {
  const { name, description, folderId } = facts;
  const fields = [
    `"name":${JSON.stringify(name)}`,
    ...(description === null ? [] : [`"description":${JSON.stringify(description)}`]),
    ...(folderId === null ? [] : [`"folderId":${JSON.stringify(folderId)}`]),
    `"definition":${definition}`,
  ];
  return `{${fields.join(',')}}\n`;
}

const longestName = 100;

/** Without what a file system refuses, or reads as a folder. */
export function fileName(name: string, ending: 'json' | 'yaml'): string {
  const plain = name
    .replaceAll(/[\s\p{Cc}<>:"/\\|?*]+/gu, ' ')
    .slice(0, longestName)
    .replaceAll(/^[. ]+|[. ]+$/g, '');
  return `${plain || 'workflow'}.${ending}`;
}
