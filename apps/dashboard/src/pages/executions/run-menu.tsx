import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../core/paths/paths.js';
import { allows } from '../../core/status/allowed.js';
import { useRole } from '../../data/use-session.js';
import { listWorkflows } from '../../data/workflows.queries.js';
import { Run } from '../../parts/run-drawer/run.js';
import { runText as words } from '../../text/run.js';
import { Button } from '../../ui/button.js';
import { Play } from '../../ui/icon.js';
import { Menu } from '../../ui/menu.js';

/** More are found on the page of all. */
const mostNames = 20;
const all = 'all';

export function RunMenu({ workspaceId }: { workspaceId: string }) {
  const navigate = useNavigate();
  const [running, setRunning] = useState<string | null>(null);
  const workflows = useQuery(listWorkflows(workspaceId));
  const isAllowed = allows(useRole(workspaceId), 'runWorkflows');
  const button = (
    <Button
      tone="primary"
      icon={Play}
      isCompact
      disabledReason={isAllowed ? null : words.needsEditor}
    >
      {words.choose}
    </Button>
  );
  if (!isAllowed) return button;
  const names = (workflows.data ?? []).slice(0, mostNames);
  return (
    <>
      <Menu
        label={words.choose}
        trigger={button}
        items={[
          ...names.map(({ id, name }) => ({ id, label: name })),
          { id: all, label: words.allWorkflows },
        ]}
        onChoose={(id) =>
          id === all ? void navigate({ href: paths.workflows(workspaceId) }) : setRunning(id)
        }
      />
      {running !== null && (
        <Run workspaceId={workspaceId} workflowId={running} onClose={() => setRunning(null)} />
      )}
    </>
  );
}
