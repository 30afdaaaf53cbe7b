/** The chosen block: its name and its settings. */
import { useState } from 'react';
import { locate } from '../../../core/edit/text/target.js';
import { rawOf } from '../../../core/edit/text/json-value.js';
import { editorText as words } from '../../../text/editor.js';
import { Trash2 } from '../../../ui/icon.js';
import { IconButton } from '../../../ui/icon-button.js';
import { SidePanel, SideSection } from '../../../ui/side-panel.js';
import { TextArea } from '../../../ui/text-area.js';
import { TextField } from '../../../ui/text-field.js';
import { useEditor, useEditorOf } from '../store/editor-context.js';
import { edit, select } from '../store/editor-store.js';
import { MergeChoices } from './merge-choice.js';
import { useDrawn } from '../use-drawn.js';
import { useSayRefusal } from '../use-say-refusal.js';

export function BlockPanel() {
  const { store } = useEditorOf();
  const say = useSayRefusal();
  const drawn = useDrawn();
  const selected = useEditor((state) => state.selected.at(-1) ?? null);
  const block = drawn?.definition.blocks.find(({ id }) => id === selected);
  if (block === undefined) return null;
  const remove = (): void => {
    const refusal = edit(store, { kind: 'removeBlock', block: block.id });
    say(refusal);
    if (refusal === null) select(store, []);
  };
  return (
    <SidePanel
      title={block.name}
      onClose={() => select(store, [])}
      actions={<IconButton tone="ghost" icon={Trash2} label={words.delete} onPress={remove} />}
    >
      <SideSection>
        <MergeChoices block={block.id} />
        <BlockName key={block.name} id={block.id} name={block.name} />
        <BlockConfig id={block.id} />
      </SideSection>
    </SidePanel>
  );
}

function BlockName({ id, name }: { id: string; name: string }) {
  const { store } = useEditorOf();
  const [text, setText] = useState(name);
  const [problem, setProblem] = useState<string | null>(null);
  const rename = (): void => {
    if (text === name) return;
    const refusal = edit(store, { kind: 'renameBlock', block: id, name: text });
    setProblem(refusal === null ? null : words.refusals[refusal.reason]);
  };
  return (
    <TextField
      label={words.name}
      value={text}
      problem={problem}
      onChange={setText}
      onBlur={rename}
      onKeyDown={(event) => event.key === 'Enter' && rename()}
    />
  );
}

function BlockConfig({ id }: { id: string }) {
  const { store } = useEditorOf();
  const document = useEditor(({ log }) => log.document);
  const found = locate(document, { block: id, path: ['config'] });
  const saved = found === null ? '{}' : rawOf(found.value);
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <TextArea
      label={words.settings}
      isMono
      lines={16}
      value={typed ?? saved}
      problem={problem}
      onChange={(value) => {
        setTyped(value);
        const target = { block: id, path: ['config'] };
        const refusal = edit(store, { kind: 'setField', target, value });
        setProblem(refusal === null ? null : words.refusals[refusal.reason]);
      }}
      onBlur={() => problem === null && setTyped(null)}
    />
  );
}
