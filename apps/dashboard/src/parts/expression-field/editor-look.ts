/** How CodeMirror looks in a field: as the plain text does that it replaces. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const theme = EditorView.theme({
  '&': { flex: '1', minWidth: '0', maxHeight: '60vh', background: 'none', color: 'inherit' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { font: 'inherit', lineHeight: '20px', overflow: 'auto' },
  '.cm-content': { padding: '0', minHeight: 'calc(var(--rows) * 20px)', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0', overflowWrap: 'anywhere' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { background: 'none', border: '0', color: 'var(--ink-3)' },
  '.cm-lineNumbers .cm-gutterElement': {
    ...{ minWidth: '30px', padding: '0 8px 0 0', font: 'var(--t-code-s)', lineHeight: '20px' },
  },
  '.cm-activeLine, .cm-activeLineGutter': { background: 'none' },
  '&.cm-focused .cm-activeLine, &.cm-focused .cm-activeLineGutter': { background: 'var(--picked)' },
  '&.cm-focused .cm-activeLineGutter': { color: 'var(--ink)' },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': {
    background: 'color-mix(in oklab, var(--focus) 26%, transparent) !important',
  },
  '.cm-placeholder': { color: 'var(--ink-3)' },
});

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--code-key)' },
  { tag: tags.string, color: 'var(--code-str)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-num)' },
]);

/** The page's policy takes styles with its nonce only. */
const pageNonce = (): string =>
  document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? '';

export const editorLook = (): Extension => [
  EditorView.cspNonce.of(pageNonce()),
  theme,
  syntaxHighlighting(colours),
];
