import { useNavigate } from '@tanstack/react-router';
import { paths } from '../../../core/paths/paths.js';
import type { Neighbours } from '../../../data/neighbours.queries.js';
import { executionText } from '../../../text/execution.js';
import { CopyButton } from '../../../ui/copy-button.js';
import { Link, Pencil, Terminal } from '../../../ui/icon.js';
import { IconButton } from '../../../ui/icon-button.js';
import type { ShownExecution } from '../shown-execution.js';
import { CancelButton } from './cancel-button.js';
import styles from './header.module.css';
import { NeighbourButtons } from './neighbour-buttons.js';
import { RerunButton } from './rerun-button.js';
import { SaveTestButton } from './save-test-button.js';

const { header: words } = executionText;

export interface HeaderActionsProps {
  execution: ShownExecution;
  neighbours: Neighbours | null;
  onOpen: (executionId: string) => void;
}

export function HeaderActions({ execution, neighbours, onOpen }: HeaderActionsProps) {
  const { workspaceId, head, ledger } = execution;
  const navigate = useNavigate();
  const { origin } = window.location;
  const address = `${origin}/api/v1/executions/${head.executionId}/trace`;
  return (
    <>
      <span className={styles.wide}>
        <NeighbourButtons neighbours={neighbours} onOpen={onOpen} />
      </span>
      <CopyButton
        tone="ghost"
        icon={Terminal}
        label={words.curl}
        text={`curl -H "x-api-key: $FLOWLEDGER_KEY" ${address}`}
      />
      <span className={styles.wide}>
        <CopyButton tone="ghost" icon={Link} label={words.link} text={() => window.location.href} />
      </span>
      {!head.workflow.deleted && (
        <IconButton
          tone="ghost"
          icon={Pencil}
          label={words.editor}
          onPress={() =>
            void navigate({
              to: paths.workflow(workspaceId, head.workflow.id),
              search: { run: head.executionId },
            })
          }
        />
      )}
      <span className={styles.wide}>
        <SaveTestButton execution={execution} />
      </span>
      {ledger.end === null ? (
        <CancelButton execution={execution} />
      ) : (
        <RerunButton execution={execution} onStarted={onOpen} />
      )}
    </>
  );
}
