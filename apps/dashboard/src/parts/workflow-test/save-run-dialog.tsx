/** Saves a run as a test: reads what its blocks gave, and shows it before it is saved. */
import { useQuery } from '@tanstack/react-query';
import { absoluteText } from '../../core/format/format.js';
import { indented, parseExact } from '../../core/json/exact-json.js';
import { outlineOf } from '../../core/execution/outline.js';
import {
  neededOutputs,
  type Outputs,
  type RecordedRun,
  type TestOffer,
  testFromRun,
} from '../../core/workflow-test/test-from-run.js';
import { listBlockTypes } from '../../data/block-types.queries.js';
import { finalOutputOf, outputOf } from '../../data/pins.queries.js';
import { useZone } from '../../data/preferences.js';
import type { RunState } from '../../data/run/run.js';
import { useRun } from '../../data/run/use-run.js';
import { testText } from '../../text/workflow-tests.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { Notice } from '../../ui/notice.js';
import { Skeleton } from '../../ui/skeleton.js';
import { failureText } from '../failure/failure-notice.js';
import { type SavedTest, TestDialog } from './test-dialog.js';

const { dialog: words } = testText;

export interface SaveRunDialogProps {
  workspaceId: string;
  workflowId: string;
  /** It has ended. */
  executionId: string;
  onSaved: (test: SavedTest) => void;
  onClose: () => void;
}

export function SaveRunDialog({ executionId, ...props }: SaveRunDialogProps) {
  const { workspaceId, onClose } = props;
  const { state } = useRun(workspaceId, executionId);
  const types = useQuery(listBlockTypes(workspaceId));
  const zone = useZone();
  const callsOut = (blockType: string): boolean => {
    const role = types.data?.data.find(({ type }) => type === blockType)?.role;
    // A wait for a time passes at once in a test.
    return role === 'effect' || (role === 'waiting' && blockType !== 'wait');
  };
  const ready = state.kind === 'ready' && state.ledger.end !== null ? state : null;
  const offer = useQuery({
    queryKey: [workspaceId, 'getExecution', executionId, 'test'],
    queryFn: async () =>
      ready === null ? null : await offerOf(workspaceId, recordedRun(ready, callsOut, zone)),
    enabled: ready !== null && types.data !== undefined,
    // A number with all its digits is an object that can't be copied.
    ...{ staleTime: 0, gcTime: 0, structuralSharing: false },
  });
  const error = state.kind === 'failed' ? state.error : (offer.error ?? types.error);
  if (offer.data != null && ready !== null)
    return (
      <TestDialog
        {...props}
        title={words.fromRun}
        testId={null}
        text={indented(offer.data.test)}
        offer={offer.data}
        names={namesOf(ready)}
      />
    );
  return (
    <Dialog title={words.fromRun} isOpen onClose={onClose}>
      {error === null ? (
        <Skeleton label={words.reading} rows={4} columns="1fr" />
      ) : (
        <Notice tone="error" title={words.failed} detail={failureText(error)} />
      )}
      <DialogActions>
        <Button onPress={onClose}>{words.cancel}</Button>
      </DialogActions>
    </Dialog>
  );
}

type Ready = Extract<RunState, { kind: 'ready' }>;

const namesOf = ({ head }: Ready): ReadonlyMap<string, string> =>
  new Map([...outlineOf(head.definition).blocks].map(([id, { name }]) => [id, name]));

function recordedRun(
  { head, ledger }: Ready,
  callsOut: RecordedRun['callsOut'],
  zone: string | undefined,
): RecordedRun & { readonly executionId: string } {
  const trigger = outlineOf(head.definition).trigger;
  return {
    executionId: head.executionId,
    name: words.nameOf(absoluteText(head.startedAt, zone)),
    trigger: { id: head.triggerBlockId ?? trigger?.id ?? '', type: trigger?.blockType ?? '' },
    startedAt: head.startedAt,
    status: ledger.end?.status ?? 'success',
    error: ledger.end?.error ?? null,
    spans: [...ledger.spans.values()],
    callsOut,
  };
}

/** Requests at a time. */
const atOnce = 6;

async function outputsOf(
  workspaceId: string,
  executionId: string,
  spanIds: readonly string[],
): Promise<Outputs> {
  const outputs = new Map<string, unknown>();
  for (let at = 0; at < spanIds.length; at += atOnce) {
    const some = spanIds.slice(at, at + atOnce);
    const read = await Promise.all(
      some.map((spanId) => outputOf(workspaceId, { executionId, spanId })),
    );
    for (const [index, spanId] of some.entries()) {
      const output = read[index];
      if (output != null && !output.truncated) outputs.set(spanId, parseExact(output.text));
    }
  }
  return outputs;
}

async function offerOf(
  workspaceId: string,
  run: RecordedRun & { readonly executionId: string },
): Promise<TestOffer> {
  const { executionId } = run;
  const outputs = await outputsOf(workspaceId, executionId, neededOutputs(run));
  return testFromRun(run, outputs, await finalOutputOf(workspaceId, executionId));
}
