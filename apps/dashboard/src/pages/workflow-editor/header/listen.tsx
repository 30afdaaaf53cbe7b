/** "Listen" beside the trigger URL, and the bar that stands while one request is waited for. */
import { testCurl } from '../../../core/curl-text/run-curl.js';
import { allows } from '../../../core/status/allowed.js';
import { timeOfDayText } from '../../../core/format/format.js';
import { useZone } from '../../../data/preferences.js';
import { useRole } from '../../../data/use-session.js';
import { failureText } from '../../../parts/failure/failure-notice.js';
import { editorText } from '../../../text/editor.js';
import { editorBarText } from '../../../text/editor-bar.js';
import { Button } from '../../../ui/button.js';
import { CodeBlock } from '../../../ui/code-block.js';
import { CopyButton } from '../../../ui/copy-button.js';
import { Radio, Terminal } from '../../../ui/icon.js';
import { Notice } from '../../../ui/notice.js';
import styles from '../editor-page.module.css';
import { useEditor, useEditorOf } from '../store/editor-context.js';
import { useTriggerMethods } from './use-trigger-methods.js';
import type { Listening } from './use-listening.js';

const { listen: words } = editorBarText;

export interface ListenProps {
  listening: Listening;
}

export function ListenButton({ listening }: ListenProps) {
  const { workspaceId } = useEditorOf();
  const mayRun = allows(useRole(workspaceId), 'editWorkflows') ? null : editorText.needsEditor;
  const hasProblems = useEditor((state) => state.problems.length > 0);
  return (
    <Button
      tone="ghost"
      icon={Radio}
      isPressed={listening.url !== null}
      isPending={listening.isStarting}
      tip={words.tip}
      disabledReason={mayRun ?? (hasProblems ? words.hasProblems : null)}
      onPress={listening.url === null ? listening.start : listening.stop}
    >
      {words.verb}
    </Button>
  );
}

export function ListenBar({ listening }: ListenProps) {
  const [method = 'POST'] = useTriggerMethods() ?? [];
  const { url, hasEnded, error, start, stop } = listening;
  const zone = useZone();
  if (error !== null)
    return (
      <div className={styles.failure}>
        <Notice tone="error" title={words.failed} detail={failureText(error)}>
          <Button onPress={start}>{words.again}</Button>
          <Button onPress={stop}>{words.close}</Button>
        </Notice>
      </div>
    );
  if (url === null) return null;
  if (hasEnded)
    return (
      <div className={styles.failure} role="status">
        <Notice title={words.ended}>
          <Button onPress={start}>{words.again}</Button>
          <Button onPress={stop}>{words.close}</Button>
        </Notice>
      </div>
    );
  const until = timeOfDayText(Date.parse(url.expiresAt), zone);
  return (
    <div className={styles.failure} role="status">
      <Notice tone="waiting" title={words.waiting(until)} detail={words.detail}>
        <CodeBlock label={words.url} text={url.testUrl} isWrapped hasCopy={false} />
        <CopyButton text={url.testUrl} label={words.copyUrl} hasText />
        <CopyButton
          icon={Terminal}
          text={testCurl(url.testUrl, method)}
          label={words.copyCurl}
          hasText
        />
        <Button onPress={stop}>{words.stop}</Button>
      </Notice>
    </div>
  );
}
