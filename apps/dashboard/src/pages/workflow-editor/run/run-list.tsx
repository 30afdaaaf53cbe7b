/** The last runs, draft and deployed. One that is chosen is shown on the canvas. */
import { blockLookOf } from '../../../core/block-look/block-look.js';
import { durationText, pastText } from '../../../core/format/format.js';
import { paths } from '../../../core/paths/paths.js';
import { lookOf } from '../../../core/status/status.js';
import type { Execution } from '../../../data/executions.queries.js';
import { StatusLabel } from '../../../parts/status-label/status-label.js';
import { Time } from '../../../parts/time/time.js';
import { useNow } from '../../../parts/time/use-now.js';
import { editorRunText } from '../../../text/editor-run.js';
import { AppLink } from '../../../ui/app-link.js';
import { ButtonBase } from '../../../ui/button-base.js';
import { type Column, Rows } from '../../../ui/rows.js';
import text from '../../../ui/text.module.css';
import { useEditorOf } from '../store/editor-context.js';
import { useRuns } from './runs-context.js';

const { dock: words } = editorRunText;
const mostRows = 20;

const triggerTitle = (trigger: string): string =>
  blockLookOf(trigger === 'api' ? 'api_trigger' : trigger).title;

export function RunList() {
  const { workspaceId } = useEditorOf();
  const { rows, chosenId, choose } = useRuns();
  const nowMs = useNow();
  if (rows === null || rows.length === 0) return null;
  const { columns: titles } = words;
  const columns: readonly Column<Execution>[] = [
    {
      ...{ id: 'status', title: titles.status, isName: true },
      cell: ({ executionId, status, startedAt }) => (
        <ButtonBase
          tone="ghost"
          isPressed={executionId === chosenId}
          aria-label={words.show(lookOf(status).word, pastText(startedAt, nowMs))}
          onPress={() => choose(executionId === chosenId ? null : executionId)}
        >
          <StatusLabel status={status} />
        </ButtonBase>
      ),
    },
    {
      ...{ id: 'what', title: titles.what },
      cell: ({ draft, deploymentVersion }) =>
        draft ? words.draft : words.version(deploymentVersion),
    },
    { ...{ id: 'trigger', title: titles.trigger }, cell: ({ trigger }) => triggerTitle(trigger) },
    {
      ...{ id: 'duration', title: titles.duration, align: 'end' },
      cell: ({ totalDurationMs }) =>
        totalDurationMs === null ? '' : durationText(totalDurationMs),
    },
    {
      ...{ id: 'started', title: titles.started, align: 'end' },
      cell: ({ startedAt }) => <Time at={startedAt} />,
    },
    {
      ...{ id: 'page', title: titles.page, align: 'end' },
      cell: ({ executionId, startedAt }) => (
        <AppLink
          className={text.link}
          href={paths.execution(workspaceId, executionId)}
          aria-label={words.openOf(pastText(startedAt, nowMs))}
        >
          {words.open}
        </AppLink>
      ),
    },
  ];
  return (
    <Rows
      label={words.label}
      columns={columns}
      rows={rows.slice(0, mostRows)}
      keyOf={({ executionId }) => executionId}
    />
  );
}
