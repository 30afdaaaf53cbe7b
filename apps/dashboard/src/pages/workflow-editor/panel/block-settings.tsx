/** What the block does, and what happens when that fails: two tabs of one form. */
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { rawOf } from '../../../core/edit/text/json-value.js';
import { locate } from '../../../core/edit/text/target.js';
import type { WorkflowText } from '../../../core/edit/text/workflow-text.js';
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
import type { EditorState } from '../store/editor-state.js';
import { edit } from '../store/editor-store.js';
import { useBlockTypes } from '../use-block-types.js';
import { useSayRefusal } from '../use-say-refusal.js';
import { ErrorPort } from './error-port.js';
import { NextTimes } from './next-times.js';
import { ReferenceSlot } from './reference-slot.js';

export type SettingsTab = 'settings' | 'errors';

interface SettingsProps {
  definition: DrawnDefinition;
  block: DrawnDefinition['blocks'][number];
  readOnlyReason: string | null;
}

export interface BlockSettingsProps extends SettingsProps {
  tab: SettingsTab;
  onTab: (tab: SettingsTab) => void;
}

export function BlockSettings({ tab, onTab, ...props }: BlockSettingsProps) {
  const { definition, block } = props;
  const { byName } = useBlockTypes();
  const type = byName.get(block.type);
  const kept = useRef<KeptValues>(new Map());
  const faces = useTabFaces(type?.configSchema ?? noSchema, block.id);
  if (type === undefined)
    return (
      <SideSection>
        {byName.size > 0 && <Notice title={words.unknownType(block.type)} />}
      </SideSection>
    );
  const shared = { ...props, kept, schema: type.configSchema };
  const settings = <BlockForm {...shared} part="settings" />;
  if (faces === null) return <SideSection>{settings}</SideSection>;
  return (
    <Tabs
      label={words.tabs}
      tabs={faces}
      chosen={tab}
      onChoose={(id) => onTab(id === 'errors' ? id : 'settings')}
    >
      <SideSection>
        {tab === 'settings' ? (
          settings
        ) : (
          <>
            <BlockForm {...shared} part="errors" />
            {type.hasErrorPort && <ErrorPort definition={definition} block={block} />}
          </>
        )}
      </SideSection>
    </Tabs>
  );
}

type BlockFormProps = SettingsProps & Required<Pick<SchemaFormProps, 'schema' | 'kept' | 'part'>>;

/** Apart from the tabs, which need not be drawn for each key. */
function BlockForm({ definition, block, ...props }: BlockFormProps) {
  return <SchemaForm {...useBlockForm(definition, block)} {...props} />;
}

type FormParts = Pick<SchemaFormProps, 'value' | 'problems' | 'onEdit' | 'names'> &
  Pick<SchemaFormProps, 'textField' | 'cronNote'>;

function useBlockForm(definition: DrawnDefinition, block: { readonly id: string }): FormParts {
  const { store, workspaceId, workflowId } = useEditorOf();
  const say = useSayRefusal();
  const document = useEditor(({ log }) => log.document);
  const problems = useEditor((state) => state.problems);
  const warnings = useEditor((state) => state.warnings);
  const secrets = useQuery(listSecrets(workspaceId));
  const workflows = useQuery(listWorkflows(workspaceId));
  const others = definition.blocks.filter(({ id }) => id !== block.id);
  return {
    value: configIn(document, block.id),
    problems: problemsOf({ log: { document }, problems, warnings }, block.id),
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

const configIn = (document: WorkflowText, blockId: string): unknown => {
  const found = locate(document, { block: blockId, path: ['config'] });
  return found === null ? {} : parseExact(rawOf(found.value));
};

interface Told extends Pick<EditorState, 'problems' | 'warnings'> {
  readonly log: Pick<EditorState['log'], 'document'>;
}

const problemsOf = ({ log, ...notes }: Told, blockId: string) =>
  formProblems(notes, blockId, log.document.outline.indexes.get(blockId) ?? -1);

const noSchema = {};

/** Null: nothing is set for errors, so there is nothing to choose. */
function useTabFaces(schema: SchemaFormProps['schema'], blockId: string) {
  const parts = formPartsOf(schema, null);
  const countOf = (id: SettingsTab) => (state: EditorState) => {
    const problems = problemsOf(state, blockId);
    if (problems.length === 0) return 0;
    const value = configIn(state.log.document, blockId);
    const { byField } = placeProblems(problems, parts.all, value);
    return countProblems(parts[id], byField, value);
  };
  const settings = faceOf('settings', words.configure, useEditor(countOf('settings')));
  const errors = faceOf('errors', words.errors, useEditor(countOf('errors')));
  return parts.errors.length === 0 ? null : [settings, errors];
}

const faceOf = (id: SettingsTab, label: string, count: number): TabFace =>
  count === 0 ? { id, label } : { id, label, count: String(count), tone: 'error' };
