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

/** One option a line, so that it is read before it is run. */
const curlOf = (url: string, ...options: readonly string[]): string =>
  [`curl -X POST ${url}`, ...options].join(' \\\n  ');

export function runCurl({ origin, workflow, inputText, isDraft }: RunCall): string {
  const execute = `${origin}/api/v1/workflows/${workflow.id}/execute`;
  const input = inputText.trim() === '' ? '{}' : inputText.trim();
  if (isDraft)
    return curlOf(
      ...[execute, key, `-H 'x-draft: true'`, json],
      `-d ${shellQuoted(`{"input":${input}}`)}`,
    );
  const { triggerUrl } = workflow;
  const data = `-d ${shellQuoted(input)}`;
  return triggerUrl === undefined
    ? curlOf(execute, key, json, data)
    : curlOf(triggerUrl, json, data);
}

/** The request that a test URL waits for. */
export const testCurl = (url: string, method: string): string =>
  curlOf(url, json, `-d '{}'`).replace('curl -X POST', `curl -X ${method}`);
