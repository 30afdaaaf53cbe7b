/** The output of the chosen block, until the panel shows it by itself. */
import { useQuery } from '@tanstack/react-query';
import { spanDetail, type SoughtSpan } from '../../../data/spans.queries.js';
import { JsonViewer } from '../../../parts/json-viewer/json-viewer.js';
import { pinText as words } from '../../../text/pins.js';
import { SideSection } from '../../../ui/side-panel.js';
import { useEditorOf } from '../store/editor-context.js';
import { PinnedOutput } from './pinned-output.js';
import { useLastOutput } from './use-last-output.js';

export function OutputSection({ blockId }: { blockId: string }) {
  const lastOutput = useLastOutput(blockId);
  return (
    <SideSection title={words.output}>
      <PinnedOutput blockId={blockId} lastOutput={lastOutput}>
        {lastOutput !== null && <Last {...lastOutput} />}
      </PinnedOutput>
    </SideSection>
  );
}

function Last(sought: SoughtSpan) {
  const { workspaceId } = useEditorOf();
  const output = useQuery(spanDetail(workspaceId, sought)).data?.data.output ?? null;
  if (output === null) return null;
  const { text, truncated, sizeBytes } = output;
  return (
    <JsonViewer
      title={words.lastReal}
      text={text}
      fileName={`${sought.spanId}-output.json`}
      wholeBytes={truncated ? sizeBytes : null}
    />
  );
}
