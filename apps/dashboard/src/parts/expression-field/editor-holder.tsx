/** Holds the editor of one field and keeps it in step with the field. */
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import styles from './expression-field.module.css';
import type { FieldProblem } from './field-problem.js';
import type { Editor, EditorOptions, openEditor, Point } from './open-editor.js';

/** What happened before the editor was there. */
export interface Waiting {
  isFocused: boolean;
  at: Point | null;
  keys: string;
  reference: string | null;
}

export interface EditorHolderProps extends Omit<EditorOptions, 'parent'> {
  open: typeof openEditor;
  editor: RefObject<Editor | null>;
  waiting: RefObject<Waiting>;
  problem: FieldProblem | null;
}

export function EditorHolder({ open, editor, waiting, problem, ...options }: EditorHolderProps) {
  const { text, scope, language, quoting } = options;
  const parent = useRef<HTMLDivElement>(null);
  const latest = useRef(options);
  // Before the editor asks for anything after this drawing.
  useLayoutEffect(() => void (latest.current = options));
  const start = useEffectEvent((holder: HTMLElement): (() => void) => {
    const opened = open({
      ...options,
      parent: holder,
      attributes: () => latest.current.attributes(),
      onChange: (next) => latest.current.onChange(next),
      onList: (list) => latest.current.onList(list),
      onMistakes: (mistakes) => latest.current.onMistakes(mistakes),
    });
    editor.current = opened;
    takeOver(opened, waiting.current);
    return () => {
      editor.current = null;
      opened.end();
    };
  });
  // The outside system is CodeMirror, which draws by itself.
  useLayoutEffect(
    () => (parent.current === null ? undefined : start(parent.current)),
    [language, quoting],
  );
  useEffect(() => editor.current?.setText(text), [editor, text]);
  useEffect(() => editor.current?.setScope(scope), [editor, scope]);
  useEffect(() => editor.current?.setProblem(problem), [editor, problem]);
  useEffect(() => editor.current?.refresh());
  return <div ref={parent} className={styles.editor} />;
}

function takeOver(editor: Editor, waiting: Waiting): void {
  const { isFocused, at, keys, reference } = waiting;
  if (isFocused) editor.focus(at);
  if (reference !== null) editor.insert(reference, at);
  if (keys !== '') editor.type(keys);
  Object.assign(waiting, { isFocused: false, at: null, keys: '', reference: null });
}
