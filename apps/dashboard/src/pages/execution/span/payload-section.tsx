/** Input or output of one block: its beginning at once, the rest on demand, its size by name. */
import { useMutation } from '@tanstack/react-query';
import { sizeText } from '../../../core/format/size-text.js';
import {
  mostBytes,
  type Payload,
  savePayload,
  type SoughtSpan,
} from '../../../data/spans.queries.js';
import { failureText } from '../../../parts/failure/failure-notice.js';
import { JsonViewer } from '../../../parts/json-viewer/json-viewer.js';
import { executionText } from '../../../text/execution.js';
import { Button } from '../../../ui/button.js';
import { Download } from '../../../ui/icon.js';
import { SideSection } from '../../../ui/side-panel.js';
import { notify } from '../../../ui/toast-queue.js';
import { Sealed } from './sealed.js';
import styles from './span.module.css';

const { span: words } = executionText;

export interface PayloadSectionProps {
  workspaceId: string;
  sought: SoughtSpan;
  part: 'input' | 'output';
  /** Instead of "Input" or "Output". */
  title?: string;
  /** Null: nothing was recorded. */
  payload: Payload | null;
  isFailed?: boolean;
  onLoadAll: () => void;
}

export function PayloadSection({ payload, part, isFailed = false, ...props }: PayloadSectionProps) {
  if (payload === null || payload.text === 'null') return null;
  const { text, truncated, sizeBytes } = payload;
  return (
    <SideSection>
      <JsonViewer
        title={props.title ?? (part === 'output' ? words.output : words.input)}
        text={text}
        fileName={`${props.sought.spanId}-${part}.json`}
        tone={isFailed ? 'error' : 'plain'}
        wholeBytes={truncated ? sizeBytes : null}
      />
      {truncated && <Rest {...props} part={part} payload={payload} />}
      <Sealed text={text} />
    </SideSection>
  );
}

interface RestProps extends Omit<PayloadSectionProps, 'payload'> {
  payload: Payload;
}

function Rest({ workspaceId, sought, part, payload, onLoadAll }: RestProps) {
  const save = useMutation({
    mutationFn: () => savePayload(workspaceId, sought, part),
    onError: (error) => notify(failureText(error), { tone: 'error' }),
  });
  const { text, sizeBytes } = payload;
  return (
    <div className={styles.actions}>
      <span className={styles.explain}>
        {words.firstOf(sizeText(text.length), sizeText(sizeBytes))}
      </span>
      {sizeBytes <= mostBytes && (
        <Button onPress={onLoadAll}>{words.loadAll(sizeText(sizeBytes))}</Button>
      )}
      <Button icon={Download} isPending={save.isPending} onPress={() => save.mutate()}>
        {words.download}
      </Button>
    </div>
  );
}
