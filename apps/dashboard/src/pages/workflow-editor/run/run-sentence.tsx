/** What became of the run that is shown, with the block as a link to it. */
import { pastText } from '../../../core/format/format.js';
import { usedPins } from '../../../core/execution/used-pins.js';
import { executionStatus } from '../../../core/execution/span-status.js';
import type { Execution } from '../../../data/executions.queries.js';
import { StatusLabel } from '../../../parts/status-label/status-label.js';
import { useNow } from '../../../parts/time/use-now.js';
import { sentenceOf } from '../../../parts/verdict/sentence.js';
import { editorRunText } from '../../../text/editor-run.js';
import { PressText } from '../../../ui/press-text.js';
import text from '../../../ui/text.module.css';
import { runDiffers } from '../model/run-differs.js';
import { useEditorOf } from '../store/editor-context.js';
import { select } from '../store/editor-store.js';
import { useBlocks, useRestingDraft } from '../use-drawn.js';
import styles from './run.module.css';
import { useRuns } from './runs-context.js';
import type { ShownDetails } from './shown-details.js';

const { dock: words } = editorRunText;

export function RunSentence() {
  const { rows, shown, trouble, chosenId, lastId, showNewest } = useRuns();
  if (trouble !== null)
    return (
      <span className={styles.sentence} role="status">
        {words[trouble]}
      </span>
    );
  if (chosenId !== null && shown !== null) return <ShownSentence shown={shown} />;
  if (rows === null) return null;
  // The canvas shows it, also when a newer one ends.
  const last = rows.find(({ executionId }) => executionId === lastId) ?? rows[0];
  if (last === undefined) return <span className={text.faint}>{words.none}</span>;
  return (
    <>
      <Last run={last} />
      {showNewest !== null && (
        <PressText className={text.link} onPress={showNewest}>
          {words.showNewest}
        </PressText>
      )}
    </>
  );
}

function ShownSentence({ shown }: { shown: ShownDetails }) {
  const { ledger, verdict, run } = shown;
  const { store } = useEditorOf();
  const nowMs = useNow(1_000, run.isLive);
  const { before, place, after } = sentenceOf(verdict, nowMs);
  const status = executionStatus(ledger);
  const blockId = place?.spanId.split(':')[0];
  return (
    <span className={styles.sentence} data-failed={status === 'error' ? '' : undefined}>
      <StatusLabel status={status} isIconOnly />
      {/* While it runs, each block would be told. */}
      <span className={text.hidden} role="status">
        {run.isLive ? words.running : `${before}${place?.name ?? ''}${after}`}
      </span>
      <span className={text.cut}>
        {before}
        {place !== null && (
          <PressText
            className={styles.place}
            onPress={() => blockId !== undefined && select(store, [blockId])}
          >
            {place.name}
          </PressText>
        )}
        {after}
      </span>
    </span>
  );
}

const lastWords: Readonly<Record<string, string>> = {
  error: words.last.failed,
  cancelled: words.last.cancelled,
  success: words.last.success,
};

function Last({ run }: { run: Execution }) {
  const { status, errorBlock, startedAt } = run;
  const { store } = useEditorOf();
  const nowMs = useNow();
  const blocks = useBlocks();
  const block = status === 'error' ? blocks.find(({ name }) => name === errorBlock) : undefined;
  return (
    <span className={styles.sentence} data-failed={status === 'error' ? '' : undefined}>
      <StatusLabel status={status} isIconOnly />
      <span className={styles.last}>
        <span className={text.cut}>
          {block === undefined ? (lastWords[status] ?? words.last.other) : words.last.failedIn}
          {block !== undefined && (
            <PressText className={styles.place} onPress={() => select(store, [block.id])}>
              {block.name}
            </PressText>
          )}
        </span>
        <span>{words.ago(pastText(startedAt, nowMs))}</span>
      </span>
    </span>
  );
}

/** At the right: what the bars are, or how the run differs from the draft. */
export function RunNote() {
  const { shown, isOnCanvas } = useRuns();
  if (!isOnCanvas || shown === null) return words.newest;
  return <Ran shown={shown} />;
}

function Ran({ shown: { head, run, ledger, outline } }: { shown: ShownDetails }) {
  const { log } = useRestingDraft();
  const { definition, deploymentVersion, draft, rerunOf } = head;
  const differs = runDiffers(
    { definition, isDraft: draft, ran: (id) => run.blockOf(id) !== null },
    log.document.text,
  );
  if (draft) {
    // A run that goes on from another one has its results, too.
    const pins = rerunOf === null ? usedPins(outline, ledger).size : 0;
    if (pins > 0) return (differs ? words.ranPins : words.usedPins)(editorRunText.pins(pins));
    return differs ? words.ranDraft : words.draft;
  }
  return differs ? words.ranVersion(deploymentVersion) : words.version(deploymentVersion);
}
