/** Why the block failed in the run that is shown, what to try first, and a press that tries it. */
import type { SpanError } from '../../../core/execution/execution-event.js';
import { remedyOf } from '../../../core/execution/remedy.js';
import { tookText } from '../../../core/format/format.js';
import { httpText } from '../../../core/format/http-text.js';
import { tryText } from '../../../core/format/ordinal.js';
import { Time } from '../../../parts/time/time.js';
import { editorPanelText as words } from '../../../text/editor-panel.js';
import { Button } from '../../../ui/button.js';
import { Play } from '../../../ui/icon.js';
import { Notice } from '../../../ui/notice.js';
import text from '../../../ui/text.module.css';
import { useHasChanges } from '../header/use-has-changes.js';
import type { BlockRun } from '../run/shown-run.js';
import { useRunActions } from '../run/use-run-actions.js';
import styles from './panel.module.css';

export interface BlockErrorProps {
  blockId: string;
  blockRun: BlockRun;
  error: SpanError;
  /** Opens what is set for errors. */
  onErrors: () => void;
}

export function BlockError({ blockId, blockRun, error, onErrors }: BlockErrorProps) {
  const { from } = useRunActions(blockId);
  const hasChanges = useHasChanges();
  const { startedAtMs, durationMs, tries } = blockRun;
  const { code, message, httpStatus } = error;
  const isAnswer = code === 'HTTP_STATUS' && httpStatus !== null;
  const remedy = remedyOf(error);
  return (
    <Notice
      tone="error"
      title={isAnswer ? httpText(httpStatus) : message}
      detail={
        <>
          {remedy !== null && <p>{words.remedy[remedy]}</p>}
          <p className={`${styles.facts} ${text.small}`}>
            <span>{words.onTry(code, tries > 1 ? tryText(tries) : null)}</span>
            {durationMs !== null && <span>{words.took(tookText(durationMs))}</span>}
            <Time at={new Date(startedAtMs).toISOString()} />
          </p>
        </>
      }
    >
      <Button
        tone={hasChanges ? 'default' : 'primary'}
        icon={Play}
        tip={from.label}
        disabledReason={from.disabledReason}
        onPress={from.run}
      >
        {words.fromHere}
      </Button>
      {remedy === 'later' && (
        <Button tone="ghost" onPress={onErrors}>
          {words.errors}
        </Button>
      )}
    </Notice>
  );
}
