import { Transaction } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';

/** What others wrote: the least change, which is not undone here. */
export function replaceText(view: EditorView, text: string): void {
  const before = view.state.sliceDoc();
  if (before === text) return;
  const most = Math.min(before.length, text.length);
  let from = 0;
  while (from < most && before[from] === text[from]) from += 1;
  let tail = 0;
  while (tail < most - from && before.at(-1 - tail) === text.at(-1 - tail)) tail += 1;
  view.dispatch({
    changes: { from, to: before.length - tail, insert: text.slice(from, text.length - tail) },
    annotations: [Transaction.addToHistory.of(false), Transaction.remote.of(true)],
  });
}
