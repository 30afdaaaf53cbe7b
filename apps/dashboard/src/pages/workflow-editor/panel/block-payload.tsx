/** Input or output of the block in one run: its beginning at once, the rest on demand. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sizeText } from '../../../core/format/size-text.js';
import {
  firstBytes,
  mostBytes,
  type Payload,
  savePayload,
  type SoughtSpan,
  spanDetail,
} from '../../../data/spans.queries.js';
import { failureText } from '../../../parts/failure/failure-notice.js';
import { Loaded } from '../../../parts/failure/loaded.js';
import { JsonViewer } from '../../../parts/json-viewer/json-viewer.js';
import { editorPanelText as words } from '../../../text/editor-panel.js';
import { Button } from '../../../ui/button.js';
import { Download } from '../../../ui/icon.js';
import text from '../../../ui/text.module.css';
import { notify } from '../../../ui/toast-queue.js';
import { useEditorOf } from '../store/editor-context.js';
import styles from './panel.module.css';

export interface BlockPayloadProps extends SoughtSpan {
  part: 'input' | 'output';
  /** As references write the name of the block. */
  reference: string | null;
  isFailed: boolean;
}

export function BlockPayload({ executionId, spanId, part, ...props }: BlockPayloadProps) {
  const { reference, isFailed } = props;
  const { workspaceId } = useEditorOf();
  const [maxBytes, setMaxBytes] = useState(firstBytes);
  const sought = { executionId, spanId };
  const query = useQuery(spanDetail(workspaceId, sought, maxBytes));
  return (
    <Loaded query={query}>
      {({ data }) => {
        const payload = data[part];
        return (
          <>
            {payload === null || payload.text === 'null' ? (
              <p className={text.faint}>{words.noPayload[part]}</p>
            ) : (
              <JsonViewer
                title={words[part]}
                text={payload.text}
                block={part === 'output' ? reference : null}
                fileName={`${spanId}-${part}.json`}
                tone={isFailed && part === 'output' ? 'error' : 'plain'}
                wholeBytes={payload.truncated ? payload.sizeBytes : null}
              />
            )}
            {payload?.truncated === true && (
              <Rest {...{ payload, part, sought }} onLoadAll={() => setMaxBytes(mostBytes)} />
            )}
          </>
        );
      }}
    </Loaded>
  );
}

interface RestProps {
  payload: Payload;
  part: 'input' | 'output';
  sought: SoughtSpan;
  onLoadAll: () => void;
}

function Rest({ payload: { sizeBytes }, part, sought, onLoadAll }: RestProps) {
  const { workspaceId } = useEditorOf();
  const save = useMutation({
    mutationFn: () => savePayload(workspaceId, sought, part),
    onError: (error) => notify(failureText(error), { tone: 'error' }),
  });
  return (
    <div className={styles.line}>
      {sizeBytes <= mostBytes && (
        <Button onPress={onLoadAll}>{words.loadAll(sizeText(sizeBytes))}</Button>
      )}
      <Button icon={Download} isPending={save.isPending} onPress={() => save.mutate()}>
        {words.download}
      </Button>
    </div>
  );
}
