/**
 * Copies a text. Plain http has no clipboard API except on this machine, so the old command is
 * tried then. False: the browser refused both.
 */
export async function copyText(text: string): Promise<boolean> {
  // Absent outside of secure contexts, whatever its type says.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard !== undefined)
    try {
      await clipboard.writeText(text);
      return true;
    } catch {
      // Refused by the browser or its policy.
    }
  return copyByCommand(text);
}

/** The focus stays where it is: a dialog would take it back before the command ran. */
function copyByCommand(text: string): boolean {
  const holder = document.createElement('pre');
  holder.textContent = text;
  holder.setAttribute('aria-hidden', 'true');
  document.body.append(holder);
  // Nothing newer works without a secure context.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  const isCopied = selectAll(holder) && document.execCommand('copy');
  document.getSelection()?.removeAllRanges();
  holder.remove();
  return isCopied;
}

/** Selects what an element shows, so that the person can copy it by hand. */
export function selectAll(element: Element): boolean {
  const selection = document.getSelection();
  if (selection === null) return false;
  selection.selectAllChildren(element);
  return !selection.isCollapsed;
}
