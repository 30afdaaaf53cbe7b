/**
 * The input that a person gave a workflow last. It may hold data of customers, so it stays in this
 * tab and goes with it.
 */
const longest = 65_536;

const keyOf = (workspaceId: string, workflowId: string): string =>
  `flowledger-input-1 ${workspaceId} ${workflowId}`;

export function keptInput(workspaceId: string, workflowId: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(workspaceId, workflowId));
  } catch {
    // Storage may be off.
    return null;
  }
}

export function keepInput(workspaceId: string, workflowId: string, text: string): void {
  if (text.length > longest) return;
  try {
    sessionStorage.setItem(keyOf(workspaceId, workflowId), text);
  } catch {
    // It is full, or off: the next run asks the server for the last input.
  }
}
