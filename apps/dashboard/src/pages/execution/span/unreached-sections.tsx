import { paths } from '../../../core/paths/paths.js';
import { executionText } from '../../../text/execution.js';
import { AppLink } from '../../../ui/app-link.js';
import { Notice } from '../../../ui/notice.js';
import { SideSection } from '../../../ui/side-panel.js';
import text from '../../../ui/text.module.css';
import type { ShownExecution } from '../shown-execution.js';

const { span: words } = executionText;

interface UnreachedSectionsProps {
  execution: ShownExecution;
  blockId: string;
}

export function UnreachedSections({ execution, blockId }: UnreachedSectionsProps) {
  return (
    <SideSection>
      <Reason execution={execution} blockId={blockId} />
    </SideSection>
  );
}

function Reason({ execution, blockId }: UnreachedSectionsProps) {
  const { workspaceId, head, taken } = execution;
  const state = taken.get(blockId);
  if (state === undefined) return <Notice title={words.unreached} detail={words.unreachedDetail} />;
  if (state === null || head.rerunOf === null)
    return <Notice title={words.given} detail={words.givenDetail} />;
  const address = `${paths.execution(workspaceId, head.rerunOf)}?span=${encodeURIComponent(blockId)}`;
  return (
    <Notice title={words.reused} detail={words.reusedDetail}>
      <AppLink className={text.link} href={address}>
        {words.reusedFrom}
      </AppLink>
    </Notice>
  );
}
