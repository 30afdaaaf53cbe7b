/** The chosen block: its name and its settings. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { commandFor } from '../../../core/form/form-edit.js';
import { formProblems } from '../../../core/form/form-problem.js';
import { rawOf } from '../../../core/edit/text/json-value.js';
import { locate } from '../../../core/edit/text/target.js';
import { parseExact } from '../../../core/json/exact-json.js';
import type { DrawnDefinition } from '../../../core/workflow-graph/workflow-graph.js';
import { listSecrets } from '../../../data/templates.queries.js';
import { listWorkflows } from '../../../data/workflows.queries.js';
import { CategoryTile } from '../../../parts/category-tile/category-tile.js';
import { SchemaForm } from '../../../parts/schema-form/schema-form.js';
import { editorText as words } from '../../../text/editor.js';
import { Trash2 } from '../../../ui/icon.js';
import { IconButton } from '../../../ui/icon-button.js';
import { SidePanel, SideSection } from '../../../ui/side-panel.js';
import { TextField } from '../../../ui/text-field.js';
import { useEditor, useEditorOf } from '../store/editor-context.js';
import { edit, select } from '../store/editor-store.js';
import { useBlockTypes } from '../use-block-types.js';
import { useDrawn } from '../use-drawn.js';
import { useSayRefusal } from '../use-say-refusal.js';
import { MergeChoices } from './merge-choice.js';
import { ReferenceSlot, ScopeContext } from './reference-slot.js';
import { useScope } from './use-scope.js';

type Block = DrawnDefinition['blocks'][number];

export function BlockPanel({ readOnlyReason }: { readOnlyReason: string | null }) {
  const drawn = useDrawn();
  const selected = useEditor((state) => state.selected.at(-1) ?? null);
  const block = drawn?.definition.blocks.find(({ id }) => id === selected);
  if (drawn === null || block === undefined) return null;
  return (
    <Panel
      key={block.id}
      definition={drawn.definition}
      block={block}
      readOnlyReason={readOnlyReason}
    />
  );
}

interface PanelProps {
  definition: DrawnDefinition;
  block: Block;
  readOnlyReason: string | null;
}

function Panel({ definition, block, readOnlyReason }: PanelProps) {
  const { store } = useEditorOf();
  const say = useSayRefusal();
  const scope = useScope(definition, block.id);
  const remove = (): void => {
    const refusal = edit(store, { kind: 'removeBlock', block: block.id });
    say(refusal);
    if (refusal === null) select(store, []);
  };
  return (
    <SidePanel
      title={block.name}
      onClose={() => select(store, [])}
      actions={
        <>
          <CategoryTile blockType={block.type} />
          <IconButton
            tone="ghost"
            icon={Trash2}
            label={words.delete}
            disabledReason={readOnlyReason}
            onPress={remove}
          />
        </>
      }
    >
      <SideSection>
        <MergeChoices block={block.id} />
        <BlockName key={block.name} {...block} isReadOnly={readOnlyReason !== null} />
        <ScopeContext value={scope}>
          <Settings definition={definition} block={block} readOnlyReason={readOnlyReason} />
        </ScopeContext>
      </SideSection>
    </SidePanel>
  );
}

function BlockName({ id, name, isReadOnly }: Pick<Block, 'id' | 'name'> & { isReadOnly: boolean }) {
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
      isReadOnly={isReadOnly}
      onChange={setText}
      onBlur={rename}
      onKeyDown={(event) => event.key === 'Enter' && rename()}
    />
  );
}

function Settings({ definition, block, readOnlyReason }: PanelProps) {
  const { store, workspaceId, workflowId } = useEditorOf();
  const say = useSayRefusal();
  const { byName } = useBlockTypes();
  const document = useEditor(({ log }) => log.document);
  const problems = useEditor((state) => state.problems);
  const warnings = useEditor((state) => state.warnings);
  const secrets = useQuery(listSecrets(workspaceId));
  const workflows = useQuery(listWorkflows(workspaceId));
  const type = byName.get(block.type);
  if (type === undefined) return null;
  const found = locate(document, { block: block.id, path: ['config'] });
  const index = document.outline.indexes.get(block.id) ?? -1;
  const others = definition.blocks.filter(({ id }) => id !== block.id);
  return (
    <SchemaForm
      schema={type.configSchema}
      value={found === null ? {} : parseExact(rawOf(found.value))}
      problems={formProblems({ problems, warnings }, block.id, index)}
      readOnlyReason={readOnlyReason}
      onEdit={(edits) => say(edit(store, commandFor(block.id, edits)))}
      names={{
        secrets: (secrets.data?.data ?? []).map(({ name }) => name),
        tools: others.map(({ name }) => name),
        workflows: (workflows.data ?? []).filter(({ id }) => id !== workflowId),
      }}
      textField={ReferenceSlot}
    />
  );
}
