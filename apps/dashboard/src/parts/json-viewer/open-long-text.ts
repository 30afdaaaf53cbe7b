/** CodeMirror, read-only: it draws the lines in sight, whatever the length of the text. */
import { json } from '@codemirror/lang-json';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const look = EditorView.theme({
  '&': { maxHeight: '100%', fontSize: '12px', color: 'var(--ink-2)' },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  '.cm-scroller': { font: 'var(--t-code)', overflow: 'auto' },
  '.cm-gutters': { background: 'var(--sunken)', color: 'var(--ink-3)', border: '0' },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': {
    background: 'var(--accent-soft) !important',
  },
  '.cm-searchMatch': { background: 'var(--waiting-soft)' },
  '.cm-searchMatch-selected': { background: 'var(--accent-soft)' },
  '.cm-panels': { background: 'var(--raised)', color: 'var(--ink)', font: 'var(--t-small)' },
  '.cm-panels-top, .cm-panels-bottom': { borderColor: 'var(--line)' },
});

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--code-key)' },
  { tag: tags.string, color: 'var(--code-str)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-num)' },
]);

/** The page's policy takes styles with its nonce only. */
const pageNonce = (): string =>
  document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/** @returns ends it */
export function openLongText(parent: HTMLElement, label: string, text: string): () => void {
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorView.cspNonce.of(pageNonce()),
        EditorState.readOnly.of(true),
        EditorView.editable.of(false),
        EditorView.contentAttributes.of({
          tabindex: '0',
          'aria-label': label,
          'aria-readonly': 'true',
        }),
        EditorView.lineWrapping,
        lineNumbers(),
        drawSelection(),
        json(),
        syntaxHighlighting(colours),
        search({ top: true }),
        highlightSelectionMatches(),
        keymap.of(searchKeymap),
        look,
      ],
    }),
  });
  return () => view.destroy();
}
