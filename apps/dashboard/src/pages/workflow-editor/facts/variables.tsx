/** The variables of the definition: a name, a type and a value each. Edits go through the log. */
import { isObject, valueAt } from '../../../core/form/config-value.js';
import type { Command } from '../../../core/edit/command/command.js';
import { rawOf } from '../../../core/edit/text/json-value.js';
import { locate } from '../../../core/edit/text/target.js';
import { parseExact } from '../../../core/json/exact-json.js';
import { blocksUsing, freeName } from '../../../core/variable/variable-value.js';
import { factsText } from '../../../text/workflow-facts.js';
import { Button } from '../../../ui/button.js';
import { Plus } from '../../../ui/icon.js';
import { Notice } from '../../../ui/notice.js';
import { notify } from '../../../ui/toast-queue.js';
import { definitionProblems } from '../model/definition-problems.js';
import { useEditor, useEditorOf } from '../store/editor-context.js';
import { edit, undo } from '../store/editor-store.js';
import { useDrawn } from '../use-drawn.js';
import { useSayRefusal } from '../use-say-refusal.js';
import styles from './facts.module.css';
import { VariableRow } from './variable-row.js';

const { panel: words } = factsText;

const targetOf = (...path: readonly string[]) => ({ block: null, path: ['variables', ...path] });
const setTo = (name: string, value: string): Command => ({
  kind: 'setField',
  target: targetOf(name),
  value,
});

/** Of a definition that has another shape, none. */
function useVariables(): Readonly<Record<string, unknown>> {
  const document = useEditor(({ log }) => log.document);
  const found = locate(document, targetOf());
  const value: unknown = found === null ? {} : parseExact(rawOf(found.value));
  return isObject(value) ? value : {};
}

export function Variables({ readOnlyReason }: { readOnlyReason: string | null }) {
  const { store } = useEditorOf();
  const say = useSayRefusal();
  const variables = useVariables();
  const blocks = useDrawn()?.definition.blocks ?? [];
  const all = useEditor((state) => state.problems);
  const problems = definitionProblems(all, 'variables');
  const names = Object.keys(variables);
  const take = (command: Command): void => say(edit(store, command));
  const remove = (name: string): void => {
    take({ kind: 'removeField', target: targetOf(name) });
    const run = (): void => say(undo(store));
    notify(words.isRemoved(name), { action: { label: factsText.undo, run } });
  };
  const rename = (from: string, name: string): void =>
    take({ kind: 'renameField', target: targetOf(from), name });
  const others = problems.filter(({ path }) => !names.includes(String(path[0] ?? '')));
  return (
    <>
      {others.map(({ message }) => (
        <Notice key={message} tone="error" title={message} />
      ))}
      {names.length === 0 && <p className={styles.quiet}>{words.noVariables}</p>}
      {names.map((name, place) => (
        <VariableRow
          // A renamed one keeps its place, and its row the keyboard.
          key={place}
          name={name}
          value={valueAt(variables, [name])}
          others={names.filter((other) => other !== name)}
          facts={{
            problem: problems.find(({ path }) => path[0] === name)?.message ?? null,
            usedBy: blocksUsing(blocks, name),
            isReadOnly: readOnlyReason !== null,
          }}
          onSet={(json) => take(setTo(name, json))}
          onChange={(change) => ('name' in change ? rename(name, change.name) : remove(name))}
        />
      ))}
      <div>
        <Button
          tone="ghost"
          icon={Plus}
          disabledReason={readOnlyReason}
          onPress={() => take(setTo(freeName(names), '""'))}
        >
          {words.addVariable}
        </Button>
      </div>
    </>
  );
}
