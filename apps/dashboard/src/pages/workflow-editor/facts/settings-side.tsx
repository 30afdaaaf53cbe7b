/** What the workflow itself has: name, folder, variables, and how many run at once. */
import type { Workflow } from '../../../data/workflow.queries.js';
import { useEditor, useEditorOf } from '../store/editor-context.js';
import { commandIn } from '../../../core/form/form-edit.js';
import { locate } from '../../../core/edit/text/target.js';
import { rawOf } from '../../../core/edit/text/json-value.js';
import { parseExact } from '../../../core/json/exact-json.js';
import { SchemaForm } from '../../../parts/schema-form/schema-form.js';
import { factsText } from '../../../text/workflow-facts.js';
import { SidePanel, SideSection } from '../../../ui/side-panel.js';
import { edit } from '../store/editor-store.js';
import { useSayRefusal } from '../use-say-refusal.js';
import { definitionProblems } from '../model/definition-problems.js';
import { concurrencySchema } from './concurrency-schema.js';
import styles from './facts.module.css';
import { FactFields } from './fact-fields.js';
import { NextTimes } from './next-times.js';
import { useWorkflow } from './use-workflow.js';
import { Variables } from './variables.js';

const { panel: words } = factsText;

export interface SettingsSideProps {
  readOnlyReason: string | null;
  onClose: () => void;
}

export function SettingsSide({ readOnlyReason, onClose }: SettingsSideProps) {
  const { workflow } = useWorkflow();
  if (workflow === undefined) return null;
  return (
    <SidePanel title={words.title} onClose={onClose}>
      <SideSection title={words.facts}>
        <FactFields {...{ workflow, readOnlyReason }} />
      </SideSection>
      {workflow.trigger === 'schedule' && <Schedule workflow={workflow} />}
      <SideSection title={words.variables}>
        <Variables readOnlyReason={readOnlyReason} />
      </SideSection>
      <SideSection title={words.concurrency}>
        <p className={styles.quiet}>{words.concurrencyHint}</p>
        <Concurrency readOnlyReason={readOnlyReason} />
      </SideSection>
    </SidePanel>
  );
}

function Schedule({ workflow }: { workflow: Workflow }) {
  return (
    <SideSection title={factsText.schedule.times}>
      <NextTimes deployedVersion={workflow.deployedVersion} />
    </SideSection>
  );
}

const holder = { block: null, path: ['concurrency'] };
const noNames = { secrets: [], tools: [], workflows: [] };

function Concurrency({ readOnlyReason }: { readOnlyReason: string | null }) {
  const { store } = useEditorOf();
  const say = useSayRefusal();
  const document = useEditor(({ log }) => log.document);
  const problems = useEditor((state) => state.problems);
  const found = locate(document, holder);
  return (
    <SchemaForm
      schema={concurrencySchema}
      value={found === null ? {} : parseExact(rawOf(found.value))}
      problems={definitionProblems(problems, 'concurrency')}
      readOnlyReason={readOnlyReason}
      onEdit={(edits) => say(edit(store, commandIn(holder, edits)))}
      names={noNames}
    />
  );
}
