/** The call that runs a workflow, as a command of a shell. Keys are never in it. */
export interface RunCall {
  readonly origin: string;
  readonly workflow: { readonly id: string; readonly triggerUrl?: string | undefined };
  readonly inputText: string;
  readonly isDraft: boolean;
}

/** For a POSIX shell. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const json = `-H 'content-type: application/json'`;
const key = `-H "x-api-key: $FLOWLEDGER_KEY"`;

export function runCurl({ origin, workflow, inputText, isDraft }: RunCall): string {
  const input = inputText.trim() === '' ? '{}' : inputText.trim();
  if (isDraft)
    return `curl -X POST ${origin}/api/v1/workflows/${workflow.id}/execute ${key} -H 'x-draft: true' ${json} -d ${shellQuoted(`{"input":${input}}`)}`;
  const { triggerUrl } = workflow;
  if (triggerUrl !== undefined)
    return `curl -X POST ${triggerUrl} ${json} -d ${shellQuoted(input)}`;
  return `curl -X POST ${origin}/api/v1/workflows/${workflow.id}/execute ${key} ${json} -d ${shellQuoted(input)}`;
}
