/** What holds for the whole workflow now, each with the one thing to do about it. */
import { factsText } from '../../../text/workflow-facts.js';
import type { Workflow } from '../../../data/workflow.queries.js';
import { failureOf } from '../../../data/failure.js';
import { Banner } from '../../../ui/banner.js';
import { Button } from '../../../ui/button.js';
import { CopyButton } from '../../../ui/copy-button.js';
import { Ban, Clock, Download, Rocket, TriangleAlert } from '../../../ui/icon.js';
import { Time } from '../../../parts/time/time.js';
import { useEditor, useEditorOf } from '../store/editor-context.js';
import { select } from '../store/editor-store.js';
import { refusedAs } from './refused-as.js';
import { useLastVersion } from './state-chip.js';
import { useDeployAgain, useExport, useHold, useMakeAnew } from './use-deeds.js';
import { useHeardBy, useWorkflow } from './use-workflow.js';

const { banner: words } = factsText;

export function FactsBanner({ readOnlyReason }: { readOnlyReason: string | null }) {
  const heardBy = useHeardBy();
  const { workflow, isGone } = useWorkflow();
  if (workflow === undefined) return null;
  if (isGone) return <Deleted {...{ workflow, readOnlyReason }} by={heardBy('deleteWorkflow')} />;
  return (
    <>
      <Suspended />
      <PathTaken />
      {workflow.pausedAt !== null && (
        <Paused {...{ readOnlyReason }} since={workflow.pausedAt} by={heardBy('pauseWorkflow')} />
      )}
      {workflow.deployedVersion === null && <Undeployed {...{ workflow, readOnlyReason }} />}
    </>
  );
}

interface OfWorkflow {
  workflow: Workflow;
  readOnlyReason: string | null;
}

function Deleted({ workflow, readOnlyReason, by }: OfWorkflow & { by: string | null }) {
  const text = useEditor(({ log }) => log.document.text);
  const restore = useMakeAnew('restored');
  const exported = useExport();
  return (
    <Banner tone="error" icon={Ban} text={words.deleted(by)}>
      <CopyButton text={text} label={words.copy} />
      <Button icon={Download} onPress={() => exported(workflow, 'json')}>
        {factsText.exportJson}
      </Button>
      <Button
        tone="primary"
        isPending={restore.isPending}
        disabledReason={readOnlyReason}
        onPress={() => restore.mutate(workflow)}
      >
        {words.restore}
      </Button>
    </Banner>
  );
}

function Suspended() {
  const { flush } = useEditorOf();
  const saving = useEditor((state) => state.saving);
  if (saving.kind !== 'refused' || refusedAs(saving.error) !== 'suspended') return null;
  const failure = failureOf(saving.error);
  const message = 'message' in failure ? failure.message : '';
  return (
    <Banner tone="error" icon={Ban} text={`${words.suspended} ${words.suspendedDetail(message)}`}>
      <Button onPress={() => void flush()}>{words.tryAgain}</Button>
    </Banner>
  );
}

function PathTaken() {
  const { store } = useEditorOf();
  const problems = useEditor((state) => state.problems);
  const taken = problems.find((problem) => problem.code === 'TRIGGER_PATH_TAKEN');
  if (taken === undefined) return null;
  const { blockId, message } = taken;
  return (
    <Banner tone="error" icon={TriangleAlert} text={words.pathTaken(message)}>
      {blockId !== null && (
        <Button onPress={() => select(store, [blockId])}>{words.showTrigger}</Button>
      )}
    </Banner>
  );
}

interface PausedProps {
  since: string;
  by: string | null;
  readOnlyReason: string | null;
}

function Paused({ since, by, readOnlyReason }: PausedProps) {
  const hold = useHold();
  return (
    <Banner icon={Clock} text={words.paused(by)}>
      <Time at={since} />
      <Button
        isPending={hold.isPending}
        disabledReason={readOnlyReason}
        onPress={() => hold.mutate(false)}
      >
        {factsText.resume}
      </Button>
    </Banner>
  );
}

/** A new workflow has no version yet: that is no state to warn of. */
function Undeployed({ workflow, readOnlyReason }: OfWorkflow) {
  const last = useLastVersion(workflow);
  const again = useDeployAgain();
  if (last === null) return null;
  return (
    <Banner tone="quiet" icon={Ban} text={words.undeployed}>
      <Button
        icon={Rocket}
        isPending={again.isPending}
        disabledReason={readOnlyReason}
        onPress={() => again.mutate(last)}
      >
        {factsText.deployAgain(last)}
      </Button>
    </Banner>
  );
}
