/** What each kind of row shows: its sign, its name, how long it took, its bars. */
import { blockLookOf } from '../../../core/block-look/block-look.js';
import type { Span } from '../../../core/execution/execution-ledger.js';
import { spanStatus } from '../../../core/execution/span-status.js';
import { durationText, tookText } from '../../../core/format/format.js';
import { densityOf } from '../../../core/waterfall/density.js';
import { type Drawing, drawn, type RowFace } from '../drawing.js';
import { iterationsPerPage, type Row } from '../../../core/waterfall/rows.js';
import { segmentsOf } from '../../../core/waterfall/segments.js';
import { CategoryTile } from '../../../parts/category-tile/category-tile.js';
import { StatusLabel } from '../../../parts/status-label/status-label.js';
import { Bars } from '../../../parts/waterfall/bars.js';
import { executionText } from '../../../text/execution.js';
import type { ShownExecution } from '../shown-execution.js';
import { tryFace } from './try-face.js';

const { trace: words } = executionText;
const mostCells = 40;

export function rowFace(row: Row, execution: ShownExecution, picture: Drawing): RowFace {
  switch (row.kind) {
    case 'execution':
      return executionFace(execution, picture);
    case 'trigger':
      return {
        sign: <CategoryTile blockType={row.block.blockType} />,
        ...{ name: row.block.name, tone: 'plain', took: '' },
        bars: (
          <Bars
            {...drawn(picture)}
            segments={[{ kind: 'run', startMs: picture.startMs, endMs: picture.startMs }]}
            category="trigger"
          />
        ),
      };
    case 'block':
      return blockFace(row.span, execution, picture);
    case 'try':
      return tryFace(row.span, row.tryNumber, picture);
    case 'iteration': {
      const { index, status, startMs, endMs } = row.iteration;
      const until = endMs ?? picture.untilMs;
      const kind = status === 'error' ? 'failed' : endMs === null ? 'running' : 'run';
      return {
        sign: <StatusLabel status={status} isIconOnly />,
        name: words.iteration(index),
        tone: status === 'error' ? 'failed' : 'dim',
        took: endMs === null ? '' : durationText(endMs - startMs),
        bars: (
          <Bars {...drawn(picture)} segments={[{ kind, startMs, endMs: until }]} category="flow" />
        ),
      };
    }
    case 'more':
      return {
        sign: null,
        name: words.more(row.hidden, Math.min(row.hidden, iterationsPerPage)),
        ...{ tone: 'dim', took: '', bars: <span /> },
      };
    case 'unreached':
      return {
        sign: <CategoryTile blockType={row.block.blockType} isGrey />,
        ...{ name: row.block.name, tone: 'faint', took: words.notReached, bars: <span /> },
      };
  }
}

function executionFace({ head, status }: ShownExecution, picture: Drawing): RowFace {
  const { startMs, untilMs } = picture;
  return {
    sign: <StatusLabel status={status} isIconOnly />,
    name: head.workflow.name,
    tone: 'strong',
    took: durationText(untilMs - startMs),
    bars: <Bars {...drawn(picture)} segments={[{ kind: 'root', startMs, endMs: untilMs }]} />,
  };
}

function blockFace(span: Span, { tree }: ShownExecution, picture: Drawing): RowFace {
  const { untilMs, hasEnded } = picture;
  const status = spanStatus(span, hasEnded);
  const body = tree.bodyOf(span.id);
  const segments = segmentsOf(span, untilMs, hasEnded);
  const hasFailures = (body?.failedCount ?? 0) > 0;
  return {
    sign: <CategoryTile blockType={span.blockType} isGrey={status === 'cancelled'} />,
    name: span.name,
    tone: status === 'error' ? 'failed' : status === 'cancelled' ? 'faint' : 'plain',
    took: spanTook(span, picture),
    bars: (
      <Bars
        {...drawn(picture)}
        segments={segments}
        category={blockLookOf(span.blockType).category}
        label={barLabel(span, body)}
        isFailed={status === 'error'}
        cells={hasFailures && body !== null ? densityOf(body.iterations, mostCells) : undefined}
      />
    ),
  };
}

function spanTook({ startMs, endMs }: Span, { untilMs, hasEnded }: Drawing): string {
  if (startMs === Infinity || (endMs === null && hasEnded)) return '';
  const tookMs = Math.max(0, (endMs ?? untilMs) - startMs);
  return endMs === null ? durationText(tookMs) : tookText(tookMs);
}

type Body = ReturnType<ShownExecution['tree']['bodyOf']>;

/** The way that was taken, or how many iterations went well. */
function barLabel({ ports, endMs }: Span, body: Body): string | undefined {
  if (body !== null) {
    const { iterations } = body;
    const ok = iterations.filter(({ status }) => status === 'success').length;
    return words.iterations(ok, iterations.length);
  }
  const [port] = ports;
  const isUsual = ports.length !== 1 || port === 'out' || port === 'error' || endMs === null;
  return isUsual ? undefined : port;
}
