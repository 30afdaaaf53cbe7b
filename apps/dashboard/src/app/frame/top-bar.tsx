import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { absoluteText } from '../../core/format/format.js';
import { paths } from '../../core/paths/paths.js';
import type { Connection } from '../../data/connection.js';
import { setPreferences, themes, usePreferences } from '../../data/preferences.js';
import { signOut } from '../../data/session.queries.js';
import { useSession } from '../../data/use-session.js';
import { failureText } from '../../parts/failure/failure-notice.js';
import { frame as words } from '../../text/frame.js';
import { Button } from '../../ui/button.js';
import { IconButton } from '../../ui/icon-button.js';
import { Search } from '../../ui/icon.js';
import { Menu } from '../../ui/menu.js';
import { notify } from '../../ui/toast.js';
import { Bell } from './bell.js';
import styles from './frame.module.css';

export interface TopBarProps {
  workspaceId: string;
  connection: Connection;
  onSheet: (sheet: 'palette' | 'shortcuts') => void;
}

const trigger = (label: string, value: string) => (
  <Button tone="ghost" hasMenu aria-label={`${label}: ${value}`}>
    {value}
  </Button>
);

function connectionText(connection: Connection): string {
  if (connection.state === 'behind') return words.connection.behind(0);
  return connection.state === 'offline'
    ? words.connection.offline(absoluteText(new Date(connection.sinceMs).toISOString()))
    : words.connection[connection.state];
}

export function TopBar({ workspaceId, connection, onSheet }: TopBarProps) {
  const session = useSession();
  const navigate = useNavigate();
  const current = session.workspaces.find(({ id }) => id === workspaceId);
  return (
    <header className={styles.bar}>
      <Menu
        label={words.workspace}
        trigger={trigger(words.workspace, current?.name ?? workspaceId)}
        items={session.workspaces.map(({ id, name, role }) => ({
          id,
          label: name,
          detail: role,
        }))}
        chosen={workspaceId}
        onChoose={(id) => void navigate({ href: paths.executions(id) })}
      />
      <div className={styles.space} />
      <span className={styles.connection} data-state={connection.state} role="status">
        <span className={styles.dot} />
        <span className={styles.connectionText}>{connectionText(connection)}</span>
      </span>
      <IconButton
        tone="ghost"
        icon={Search}
        label={words.commands}
        onPress={() => onSheet('palette')}
      />
      <Bell workspaceId={workspaceId} />
      <AccountMenu name={session.email ?? words.keyOwner} role={current?.role ?? session.role} />
    </header>
  );
}

function AccountMenu({ name, role }: { name: string; role: string }) {
  const { theme, hasSingleKeys } = usePreferences();
  const leave = useMutation({
    mutationFn: signOut,
    // A whole load: nothing of the session stays in memory.
    onSuccess: () => window.location.assign(paths.signIn()),
    onError: (error) => notify(failureText(error), { tone: 'error' }),
  });
  const choose = (id: string): void => {
    const chosen = themes.find((one) => one === id);
    if (chosen !== undefined) setPreferences({ theme: chosen });
    else if (id === 'singleKeys') setPreferences({ hasSingleKeys: !hasSingleKeys });
    else leave.mutate();
  };
  return (
    <Menu
      label={words.account}
      trigger={trigger(words.account, `${name} (${role})`)}
      items={[
        ...themes.map((id) => ({ id, label: words.theme[id] })),
        { id: 'singleKeys', label: words.singleKeys(hasSingleKeys) },
        { id: 'signOut', label: words.signOut },
      ]}
      chosen={theme}
      onChoose={choose}
    />
  );
}
