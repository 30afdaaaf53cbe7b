import { executionText } from '../../../text/execution.js';
import { Notice } from '../../../ui/notice.js';
import { SideSection } from '../../../ui/side-panel.js';

const { span: words } = executionText;

export function UnreachedSections() {
  return (
    <SideSection>
      <Notice title={words.unreached} detail={words.unreachedDetail} />
    </SideSection>
  );
}
