/** Why the block failed in the run that is shown, and the first thing to try. */
import type { SpanError } from '../../../core/execution/execution-event.js';
import { remedyOf } from '../../../core/execution/remedy.js';
import { tookText } from '../../../core/format/format.js';
import { httpText } from '../../../core/format/http-text.js';
import { tryText } from '../../../core/format/ordinal.js';
import { Time } from '../../../parts/time/time.js';
import { editorPanelText as words } from '../../../text/editor-panel.js';
import { Notice } from '../../../ui/notice.js';
import text from '../../../ui/text.module.css';
import type { BlockRun } from '../run/shown-run.js';
import styles from './panel.module.css';

export interface BlockErrorProps {
  blockRun: BlockRun;
  error: SpanError;
}

export function BlockError({ blockRun, error }: BlockErrorProps) {
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
    />
  );
}
