/** The trigger: what the execution received. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { firstBytes, mostBytes, spanDetail } from '../../../data/spans.queries.js';
import { Loaded } from '../../../parts/failure/loaded.js';
import { executionText } from '../../../text/execution.js';
import { PayloadSection } from './payload-section.js';
import type { ShownExecution } from '../shown-execution.js';

const { span: words } = executionText;

export interface TriggerSectionsProps {
  execution: ShownExecution;
  blockId: string;
}

export function TriggerSections({ execution, blockId }: TriggerSectionsProps) {
  const { workspaceId, head } = execution;
  const [maxBytes, setMaxBytes] = useState(firstBytes);
  const sought = { executionId: head.executionId, spanId: blockId };
  const detail = useQuery(spanDetail(workspaceId, sought, maxBytes));
  return (
    <Loaded query={detail}>
      {({ data }) => (
        <PayloadSection
          {...{ workspaceId, sought, part: 'output', title: words.inputOfRun }}
          payload={data.output}
          onLoadAll={() => setMaxBytes(mostBytes)}
        />
      )}
    </Loaded>
  );
}
