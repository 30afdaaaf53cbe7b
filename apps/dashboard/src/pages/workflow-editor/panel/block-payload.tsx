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
import { Notice } from '../../../ui/notice.js';
import text from '../../../ui/text.module.css';
import { notify } from '../../../ui/toast-queue.js';
import { useEditorOf } from '../store/editor-context.js';
import styles from './panel.module.css';

export interface BlockPayloadProps extends SoughtSpan {
  part: 'input' | 'output';
  /** As references write the name of the block. */
  reference: string | null;
}

export function BlockPayload({ executionId, spanId, part, reference }: BlockPayloadProps) {
  const { workspaceId } = useEditorOf();
  const [maxBytes, setMaxBytes] = useState(firstBytes);
  const sought = { executionId, spanId };
  const query = useQuery(spanDetail(workspaceId, sought, maxBytes));
  return (
    <Loaded query={query}>
      {({ data }) => {
        const payload = data[part];
        const error = part === 'output' ? errorOf(data.error) : null;
        return (
          <>
            {error !== null && <Notice tone="error" title={error.title} detail={error.code} />}
            {payload === null || payload.text === 'null' ? (
              error === null && <p className={text.faint}>{words.noPayload[part]}</p>
            ) : (
              <JsonViewer
                title={words[part]}
                text={payload.text}
                block={part === 'output' ? reference : null}
                fileName={`${spanId}-${part}.json`}
                tone={error === null ? 'plain' : 'error'}
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

/** As the API has it: an object with a code and a message. */
function errorOf(error: unknown): { readonly title: string; readonly code: string } | null {
  if (typeof error !== 'object' || error === null) return null;
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  const said = typeof code === 'string' ? code : '';
  return { title: typeof message === 'string' ? message : said, code: said };
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
