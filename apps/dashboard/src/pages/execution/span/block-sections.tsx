/** One block: why it failed, what it answered and received, how long, what it cost. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Span } from '../../../core/execution/execution-ledger.js';
import { spanStatus } from '../../../core/execution/span-status.js';
import { firstBytes, mostBytes, spanDetail } from '../../../data/spans.queries.js';
import { FailureNotice } from '../../../parts/failure/failure-notice.js';
import { executionText } from '../../../text/execution.js';
import { CodeBlock } from '../../../ui/code-block.js';
import { SideSection } from '../../../ui/side-panel.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { common } from '../../../text/common.js';
import { Approval } from './approval.js';
import { BlockFacts } from './block-facts.js';
import { ConsoleSection } from './console-section.js';
import { ErrorSection } from './error-section.js';
import { Ledger } from './ledger-section.js';
import { PayloadSection } from './payload-section.js';
import type { SpanSideProps } from './span-props.js';

const { span: words } = executionText;

export interface BlockSectionsProps extends SpanSideProps {
  span: Span;
  tryNumber: number;
}

export function BlockSections({ execution, span, tryNumber, ...props }: BlockSectionsProps) {
  const { workspaceId, head, ledger } = execution;
  const [maxBytes, setMaxBytes] = useState(firstBytes);
  const failed = span.failedTries.find(({ attemptNumber }) => attemptNumber === tryNumber);
  const status = spanStatus(span, ledger.end !== null);
  const sought = { executionId: head.executionId, spanId: span.id };
  const isDone = span.endMs !== null;
  const detail = useQuery({
    ...spanDetail(workspaceId, sought, maxBytes),
    // A container is recorded when it ends, and a block may be ahead of the read model.
    enabled: isDone,
    placeholderData: keepPreviousData,
  });
  const loadAll = (): void => setMaxBytes(mostBytes);
  return (
    <>
      <ErrorSection span={span} failed={failed ?? null} tryNumber={tryNumber} />
      {status === 'waiting' && span.blockType === 'approval' && (
        <Approval execution={execution} span={span} nowMs={props.nowMs} />
      )}
      {span.streamed !== null && span.streamed.text !== '' && (
        <SideSection title={words.streaming}>
          <CodeBlock label={words.streaming} text={span.streamed.text} isWrapped />
        </SideSection>
      )}
      {detail.error !== null && (
        <SideSection>
          <FailureNotice error={detail.error} onRetry={() => void detail.refetch()} />
        </SideSection>
      )}
      {isDone && detail.data === undefined && detail.error === null && (
        <Skeleton label={common.loading} rows={5} columns="1fr" />
      )}
      {detail.data !== undefined && (
        <>
          {failed === undefined && (
            <PayloadSection
              {...{ workspaceId, sought, part: 'output', onLoadAll: loadAll }}
              payload={detail.data.data.output}
              isFailed={span.error !== null}
            />
          )}
          <ConsoleSection span={span} output={detail.data.data.output} />
          <PayloadSection
            {...{ workspaceId, sought, part: 'input', onLoadAll: loadAll }}
            payload={detail.data.data.input}
          />
        </>
      )}
      <BlockFacts
        {...props}
        execution={execution}
        span={span}
        output={detail.data?.data.output ?? null}
      />
      <Ledger execution={execution} span={span} tryNumber={tryNumber} />
    </>
  );
}
