/** What the block does, and what happens when that fails: two tabs of one form. */
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { rawOf } from '../../../core/edit/text/json-value.js';
import { locate } from '../../../core/edit/text/target.js';
import type { KeptValues } from '../../../core/form/chosen-arm.js';
import { commandFor } from '../../../core/form/form-edit.js';
import { countProblems, formPartsOf } from '../../../core/form/form-parts.js';
import { formProblems, placeProblems } from '../../../core/form/form-problem.js';
import { parseExact } from '../../../core/json/exact-json.js';
import type { DrawnDefinition } from '../../../core/workflow-graph/workflow-graph.js';
import { listSecrets } from '../../../data/templates.queries.js';
import { listWorkflows } from '../../../data/workflows.queries.js';
import { SchemaForm, type SchemaFormProps } from '../../../parts/schema-form/schema-form.js';
import { editorPanelText as words } from '../../../text/editor-panel.js';
import { Notice } from '../../../ui/notice.js';
import { SideSection } from '../../../ui/side-panel.js';
import { type TabFace, Tabs } from '../../../ui/tabs.js';
import { useEditor, useEditorOf } from '../store/editor-context.js';
import { edit } from '../store/editor-store.js';
import { useBlockTypes } from '../use-block-types.js';
import { useSayRefusal } from '../use-say-refusal.js';
import { ErrorPort } from './error-port.js';
import { NextTimes } from './next-times.js';
import { ReferenceSlot } from './reference-slot.js';

export interface BlockSettingsProps {
  definition: DrawnDefinition;
  block: DrawnDefinition['blocks'][number];
  readOnlyReason: string | null;
}

export function BlockSettings({ definition, block, readOnlyReason }: BlockSettingsProps) {
  const { byName } = useBlockTypes();
  const form = useBlockForm(definition, block);
  const type = byName.get(block.type);
  const kept = useRef<KeptValues>(new Map());
  const [tab, setTab] = useState('settings');
  if (type === undefined)
    return (
      <SideSection>
        {byName.size > 0 && <Notice title={words.unknownType(block.type)} />}
      </SideSection>
    );
  const shared = { ...form, schema: type.configSchema, readOnlyReason };
  const settings = <SchemaForm {...shared} kept={kept} part="settings" />;
  const faces = tabFaces(shared);
  if (faces === null) return <SideSection>{settings}</SideSection>;
  return (
    <Tabs label={words.tabs} tabs={faces} chosen={tab} onChoose={setTab}>
      <SideSection>
        {tab === 'settings' ? (
          settings
        ) : (
          <>
            <SchemaForm {...shared} kept={kept} part="errors" />
            {type.hasErrorPort && <ErrorPort definition={definition} block={block} />}
          </>
        )}
      </SideSection>
    </Tabs>
  );
}

type BlockForm = Pick<SchemaFormProps, 'value' | 'problems' | 'onEdit' | 'names'> &
  Pick<SchemaFormProps, 'textField' | 'cronNote'>;

function useBlockForm(definition: DrawnDefinition, block: { readonly id: string }): BlockForm {
  const { store, workspaceId, workflowId } = useEditorOf();
  const say = useSayRefusal();
  const document = useEditor(({ log }) => log.document);
  const problems = useEditor((state) => state.problems);
  const warnings = useEditor((state) => state.warnings);
  const secrets = useQuery(listSecrets(workspaceId));
  const workflows = useQuery(listWorkflows(workspaceId));
  const found = locate(document, { block: block.id, path: ['config'] });
  const index = document.outline.indexes.get(block.id) ?? -1;
  const others = definition.blocks.filter(({ id }) => id !== block.id);
  return {
    value: found === null ? {} : parseExact(rawOf(found.value)),
    problems: formProblems({ problems, warnings }, block.id, index),
    onEdit: (edits) => say(edit(store, commandFor(block.id, edits))),
    names: {
      secrets: (secrets.data?.data ?? []).map(({ name }) => name),
      tools: others.map(({ name }) => name),
      workflows: (workflows.data ?? []).filter(({ id }) => id !== workflowId),
    },
    textField: ReferenceSlot,
    cronNote: NextTimes,
  };
}

/** Null: nothing is set for errors, so there is nothing to choose. */
function tabFaces({ schema, problems, value }: SchemaFormProps): readonly TabFace[] | null {
  const parts = formPartsOf(schema, null);
  if (parts.errors.length === 0) return null;
  const { byField } = placeProblems(problems, parts.all, value);
  const face = (id: 'settings' | 'errors', label: string): TabFace => {
    const count = countProblems(parts[id], byField, value);
    return count === 0 ? { id, label } : { id, label, count: String(count), tone: 'error' };
  };
  return [face('settings', words.configure), face('errors', words.errors)];
}
