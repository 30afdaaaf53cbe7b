/** Holds the editor of one field and keeps it in step with the field. */
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import styles from './expression-field.module.css';
import type { FieldProblem } from './field-problem.js';
import type { Editor, EditorOptions, openEditor } from './open-editor.js';

export interface EditorHolderProps extends Omit<EditorOptions, 'parent'> {
  open: typeof openEditor;
  /** Null: it is gone. */
  onOpen: (editor: Editor | null) => void;
  problem: FieldProblem | null;
}

export function EditorHolder({ open, onOpen, problem, ...options }: EditorHolderProps) {
  const { text, scope, language, quoting } = options;
  const parent = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>(null);
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
    onOpen(opened);
    return () => {
      editor.current = null;
      onOpen(null);
      opened.end();
    };
  });
  // The outside system is CodeMirror, which draws by itself.
  useLayoutEffect(
    () => (parent.current === null ? undefined : start(parent.current)),
    [language, quoting],
  );
  useEffect(() => editor.current?.setText(text), [text]);
  useEffect(() => editor.current?.setScope(scope), [scope]);
  useEffect(() => editor.current?.setProblem(problem), [problem]);
  const named = JSON.stringify(options.attributes());
  useEffect(() => editor.current?.refresh(), [named]);
  return <div ref={parent} className={styles.editor} />;
}
