/** How the block ended in the run that is shown, what it received and what it answered. */
import { Fragment, useState } from 'react';
import type { Scope } from '../../../core/completion/scope.js';
import { referenceName } from '../../../core/completion/reference-text.js';
import { tookText } from '../../../core/format/format.js';
import { ReferenceTree } from '../../../parts/reference-tree/lazy-reference-tree.js';
import { StatusLabel } from '../../../parts/status-label/status-label.js';
import { Time } from '../../../parts/time/time.js';
import { editorPanelText as words } from '../../../text/editor-panel.js';
import { Button } from '../../../ui/button.js';
import { ChevronDown, ChevronRight } from '../../../ui/icon.js';
import { Segment } from '../../../ui/segment.js';
import { SideSection } from '../../../ui/side-panel.js';
import text from '../../../ui/text.module.css';
import { PinnedOutput } from '../pins/pinned-output.js';
import { useLastOutput } from '../pins/use-last-output.js';
import { usePin } from '../pins/use-pins.js';
import type { BlockRun, ShownRun } from '../run/shown-run.js';
import { BlockError } from './block-error.js';
import { BlockPayload } from './block-payload.js';
import styles from './panel.module.css';

type View = 'references' | 'input' | 'output';

export interface LastRunProps {
  block: { readonly id: string; readonly name: string };
  run: ShownRun | null;
  scope: Scope;
  /** Null: the references stand elsewhere. */
  hasReferences: boolean;
  onErrors: () => void;
}

export function LastRun({ block, run, scope, hasReferences, onErrors }: LastRunProps) {
  const [chosen, setChosen] = useState<View | null>(null);
  const [unfolded, setUnfolded] = useState<string | null>(null);
  const blockRun = run?.blockOf(block.id) ?? null;
  const isPinned = usePin(block.id) !== null;
  const hasOutput = blockRun !== null || isPinned;
  const usual = !hasOutput && hasReferences ? 'references' : 'output';
  const views: readonly View[] = hasReferences
    ? ['references', 'input', 'output']
    : ['input', 'output'];
  const view = views.find((one) => one === chosen) ?? usual;
  // The notice says what a failed block answered. A pin has its own output.
  const isFoldable = blockRun?.error != null && view === 'output' && !isPinned;
  const isFolded = isFoldable && unfolded !== blockRun.spanId;
  return (
    <SideSection
      title={words.lastRun}
      aside={
        <Segment
          label={words.show}
          choices={views.map((id) => ({ id, label: words[id] }))}
          chosen={view}
          onChoose={(id) => setChosen(views.find((one) => one === id) ?? null)}
        />
      }
    >
      {blockRun !== null &&
        (blockRun.error === null ? (
          <Standing blockRun={blockRun} />
        ) : (
          <BlockError blockId={block.id} error={blockRun.error} {...{ blockRun, onErrors }} />
        ))}
      {isFoldable && (
        <div className={styles.fold}>
          <Button
            tone="ghost"
            icon={isFolded ? ChevronRight : ChevronDown}
            aria-expanded={!isFolded}
            onPress={() => setUnfolded(isFolded ? blockRun.spanId : null)}
          >
            {words.showRaw}
          </Button>
        </div>
      )}
      {isFolded ? null : view === 'references' ? (
        <ReferenceTree scope={scope} />
      ) : (
        <Shown block={block} run={run} blockRun={blockRun} part={view} />
      )}
    </SideSection>
  );
}

function Standing({ blockRun: { status, startedAtMs, durationMs } }: { blockRun: BlockRun }) {
  return (
    <div className={styles.line}>
      <StatusLabel status={status} />
      <span className={text.faint}>
        <Time at={new Date(startedAtMs).toISOString()} />
      </span>
      {durationMs !== null && (
        <span className={text.faint}>{words.took(tookText(durationMs))}</span>
      )}
    </div>
  );
}

interface ShownProps extends Pick<LastRunProps, 'block' | 'run'> {
  blockRun: BlockRun | null;
  part: 'input' | 'output';
}

function Shown({ block, run, blockRun, part }: ShownProps) {
  const hasEnded = run !== null && blockRun !== null && blockRun.durationMs !== null;
  const ran = hasEnded ? { executionId: run.executionId, spanId: blockRun.spanId } : null;
  // A pinned block has no span in the runs that used its pin.
  const last = useLastOutput(block.id);
  const sought = part === 'output' && blockRun === null ? last : ran;
  const shown =
    sought === null ? (
      <p className={text.faint}>{blockRun === null ? words.neverRan : words.stillRuns}</p>
    ) : (
      <BlockPayload
        {...{ ...sought, part }}
        reference={referenceName(block.name)}
        isFailed={blockRun?.error != null}
      />
    );
  // More of one payload replaces less of it; that of another run never stands in for it.
  const key = sought === null ? part : `${sought.executionId} ${sought.spanId} ${part}`;
  return part === 'output' ? (
    <PinnedOutput key={block.id} blockId={block.id} lastOutput={sought}>
      <Fragment key={key}>{shown}</Fragment>
    </PinnedOutput>
  ) : (
    <Fragment key={key}>{shown}</Fragment>
  );
}
