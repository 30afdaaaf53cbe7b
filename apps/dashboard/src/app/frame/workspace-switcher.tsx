import { useNavigate } from '@tanstack/react-router';
import { Button } from 'react-aria-components/Button';
import { paths } from '../../core/paths/paths.js';
import { useSession } from '../../data/use-session.js';
import { frame as words } from '../../text/frame.js';
import { smallIconSize } from '../../ui/icon-size.js';
import { ChevronsUpDown } from '../../ui/icon.js';
import { Mark } from '../../ui/mark.js';
import { Menu } from '../../ui/menu.js';
import { Tooltip } from '../../ui/tooltip.js';
import styles from './rail.module.css';

export interface WorkspaceSwitcherProps {
  /** One of the person's own, or a foreign one. */
  workspaceId: string;
  isSlim: boolean;
}

export function WorkspaceSwitcher({ workspaceId, isSlim }: WorkspaceSwitcherProps) {
  const { workspaces } = useSession();
  const navigate = useNavigate();
  const name = workspaces.find(({ id }) => id === workspaceId)?.name ?? words.chooseWorkspace;
  return (
    <Menu
      label={words.workspace}
      trigger={
        <Tooltip text={isSlim ? name : null} placement="right">
          <Button className={styles.workspace} aria-label={`${words.workspace}: ${name}`}>
            <Mark />
            <span className={styles.text}>{name}</span>
            <ChevronsUpDown {...smallIconSize} />
          </Button>
        </Tooltip>
      }
      items={workspaces.map(({ id, name: label, role }) => ({
        ...{ id, label },
        detail: words.role[role],
      }))}
      chosen={workspaceId}
      onChoose={(id) => void navigate({ href: paths.executions(id) })}
    />
  );
}
