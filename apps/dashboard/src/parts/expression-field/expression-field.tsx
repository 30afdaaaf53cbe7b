/**
 * A field for text with references. Until its first focus the text is plain, with its references as
 * chips; then CodeMirror completes them. Works before any run.
 */
import { useId, useState } from 'react';
import type { Mistake } from '../../core/completion/field-references.js';
import type { Quoting } from '../../core/completion/insert.js';
import type { Scope } from '../../core/completion/scope.js';
import { expressionText as words } from '../../text/expression.js';
import text from '../../ui/text.module.css';
import { TextArea } from '../../ui/text-area.js';
import type { OpenList } from './completing.js';
import { CompletionList } from './completion-list.js';
import { EditorHolder } from './editor-holder.js';
import styles from './expression-field.module.css';
import { FieldFrame } from './field-frame.js';
import { fieldMarks, type FieldText, plainLinesOf } from './field-marks.js';
import type { FieldProblem, Language } from './field-problem.js';
import type { Editor } from './open-editor.js';
import { PlainText } from './plain-text.js';
import { MistakeLine, ProblemLine } from './problem-line.js';
import { mistakesOf } from './remembered-mistakes.js';
import { useEditor } from './use-editor.js';

export interface ExpressionFieldProps {
  label: string;
  /** The name is for screen readers only, where the place says it. */
  isLabelHidden?: boolean;
  value: string;
  onChange: (text: string) => void;
  language: Language;
  /** The same object as long as nothing in it changed: its samples are indexed once. */
  scope: Scope;
  problem?: FieldProblem | null;
  hint?: string;
  placeholder?: string;
  isReadOnly?: boolean;
  /** The least it shows. One: Enter makes no new line. */
  rows?: number;
  /** `bare`: references stand anywhere in JSON, because it is a text until it runs. */
  quoting?: Quoting;
}

const isLong = (language: Language): boolean => language === 'json' || language === 'code';

export function ExpressionField(props: ExpressionFieldProps) {
  const { label, isLabelHidden = false, value, language, scope, problem = null, hint } = props;
  const { placeholder = '', isReadOnly = false, rows = isLong(language) ? 4 : 1 } = props;
  const id = useId();
  const [list, setList] = useState<OpenList | null>(null);
  /** As of the last rest of the typing. */
  const [resting, setResting] = useState<readonly Mistake[]>([]);
  const { editor, open, ...field } = useEditor(label, isReadOnly);
  const mistakes = open === null ? mistakesOf(value, scope, language === 'json') : resting;
  const fieldText: FieldText = { value, language, scope, problem, mistakes };
  const marks = fieldMarks(id, fieldText, hint !== undefined);
  const isMultiline = rows > 1 ? 'true' : 'false';
  const attributes = { ...marks.attributes, 'aria-multiline': isMultiline } as const;
  if (field.isFailed) return <PlainField {...props} problem={problem} rows={rows} />;
  return (
    <div className={styles.field}>
      <div id={`${id}label`} className={isLabelHidden ? text.hidden : styles.label}>
        {label}
      </div>
      <FieldFrame
        {...{ id, scope, rows, isReadOnly, hasLines: isLong(language) }}
        isInvalid={marks.attributes['aria-invalid'] !== undefined}
        isCompleting={list !== null}
        onFocus={field.onFocus}
        onDrop={field.insert}
      >
        {open === null ? (
          <PlainText
            {...attributes}
            {...field.plain}
            aria-readonly={isReadOnly}
            lines={plainLinesOf(fieldText)}
            hasNumbers={isLong(language)}
            placeholder={placeholder}
          />
        ) : (
          <EditorHolder
            {...{ open, onOpen: field.onOpen, text: value, language, scope, problem }}
            quoting={props.quoting ?? (language === 'json' ? 'quoted' : 'bare')}
            isSingleLine={rows === 1}
            placeholder={placeholder}
            attributes={() => ({ ...attributes, ...listAttributes(`${id}list`, list) })}
            onChange={props.onChange}
            onList={setList}
            onMistakes={setResting}
          />
        )}
        {list !== null && (
          <CompletionList
            id={`${id}list`}
            list={list}
            onTake={(row) => editor.current?.take(row)}
            onMoved={() => editor.current?.placeList()}
          />
        )}
      </FieldFrame>
      {marks.mistake !== null && (
        <MistakeLine
          id={`${id}wrong`}
          mistake={marks.mistake}
          onFix={isReadOnly ? null : () => fixIn(marks.mistake, props, editor.current)}
        />
      )}
      {marks.problem !== null && <ProblemLine id={`${id}problem`} problem={marks.problem} />}
      {hint !== undefined && (
        <p id={`${id}hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}

const listAttributes = (id: string, list: OpenList | null): Record<string, string> => ({
  'aria-autocomplete': 'list',
  ...(list !== null && { 'aria-controls': id, 'aria-activedescendant': `${id}-${list.active}` }),
});

function fixIn(
  mistake: Mistake | null,
  { value, onChange }: ExpressionFieldProps,
  editor: Editor | null,
): void {
  if (mistake === null || mistake.fix === null) return;
  if (editor !== null) {
    editor.fix(mistake);
    return;
  }
  const { from, to, text: name } = mistake.fix;
  onChange(value.slice(0, from) + name + value.slice(to));
}

/** Where the editor's code does not come, the text can be changed all the same. */
function PlainField({ problem, rows, ...props }: ExpressionFieldProps & { rows: number }) {
  const { label, isLabelHidden = false, value, onChange, isReadOnly = false } = props;
  return (
    <TextArea
      {...{ label, isLabelHidden, value, onChange, isReadOnly, lines: rows }}
      isMono
      hint={words.loadFailed}
      problem={problem?.message}
    />
  );
}
