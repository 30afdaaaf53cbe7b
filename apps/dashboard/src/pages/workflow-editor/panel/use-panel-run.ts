/** The run whose values the panel shows: the one that the editor shows, else the last one. */
import { useQuery } from '@tanstack/react-query';
import { remembered } from '../../../core/execution/remembered.js';
import type { Trace } from '../../../core/execution/trace-events.js';
import { lastExecutions } from '../../../data/workflow.queries.js';
import { traceOf } from '../../../data/spans.queries.js';
import { type BlockRun, type ShownRun, useShownRun } from '../run/shown-run.js';
import { useEditorOf } from '../store/editor-context.js';

const statusOf = ({ ms, error }: Trace['spans'][number], hasEnded: boolean): BlockRun['status'] => {
  if (error !== undefined) return 'error';
  if (ms !== null) return 'success';
  return hasEnded ? 'cancelled' : 'running';
};

const runOf = remembered((trace: Trace, _: null): ShownRun => {
  const startedAtMs = Date.parse(trace.startedAt);
  const hasEnded = trace.endedAt !== null;
  const runs = new Map<string, BlockRun>();
  const trigger = trace.triggerBlockId;
  if (trigger !== null)
    runs.set(trigger, { spanId: trigger, status: 'success', startedAtMs, durationMs: 0 });
  for (const span of trace.spans)
    runs.set(span.id.split(':', 1)[0] ?? '', {
      spanId: span.id,
      status: statusOf(span, hasEnded),
      startedAtMs: startedAtMs + span.at,
      durationMs: span.ms,
    });
  return {
    executionId: trace.executionId,
    isDraft: trace.draft,
    startedAtMs,
    isLive: !hasEnded,
    blockOf: (blockId) => runs.get(blockId) ?? null,
  };
});

export function usePanelRun(): ShownRun | null {
  const { workspaceId, workflowId } = useEditorOf();
  const shown = useShownRun();
  const isAlone = shown === null;
  const last = useQuery({ ...lastExecutions(workspaceId, workflowId, 1), enabled: isAlone });
  const id = last.data?.data[0]?.executionId;
  const trace = useQuery({
    ...traceOf(workspaceId, id ?? ''),
    enabled: isAlone && id !== undefined,
  });
  if (shown !== null) return shown;
  return trace.data === undefined ? null : runOf(trace.data.data, null);
}
