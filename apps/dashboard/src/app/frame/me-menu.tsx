/** Who is signed in, and what this browser shows them: theme, density, zone, keys. */
import { useMutation } from '@tanstack/react-query';
import { Button } from 'react-aria-components/Button';
import { initialsOf } from '../../core/format/initials.js';
import { paths } from '../../core/paths/paths.js';
import {
  densities,
  setPreferences,
  themes,
  usePreferences,
  zones,
} from '../../data/preferences.js';
import { signOut } from '../../data/session.queries.js';
import { useRole, useSession } from '../../data/use-session.js';
import { failureText } from '../../parts/failure/failure-notice.js';
import { frame as words } from '../../text/frame.js';
import { Menu } from '../../ui/menu.js';
import { notify } from '../../ui/toast.js';
import { Tooltip } from '../../ui/tooltip.js';
import styles from './rail.module.css';

export interface MeMenuProps {
  workspaceId: string;
  isSlim: boolean;
  onShortcuts: () => void;
}

export function MeMenu({ workspaceId, isSlim, onShortcuts }: MeMenuProps) {
  const name = useSession().email ?? words.keyOwner;
  const role = words.role[useRole(workspaceId)];
  const { theme, density, zone, hasSingleKeys } = usePreferences();
  const leave = useMutation({
    mutationFn: signOut,
    // A whole load: nothing of the session stays in memory.
    onSuccess: () => window.location.assign(paths.signIn()),
    onError: (error) => notify(failureText(error), { tone: 'error' }),
  });
  const runs: Readonly<Record<string, () => void>> = {
    ...Object.fromEntries(themes.map((id) => [id, () => setPreferences({ theme: id })])),
    ...Object.fromEntries(densities.map((id) => [id, () => setPreferences({ density: id })])),
    ...Object.fromEntries(zones.map((id) => [id, () => setPreferences({ zone: id })])),
    singleKeys: () => setPreferences({ hasSingleKeys: !hasSingleKeys }),
    shortcuts: onShortcuts,
    signOut: () => leave.mutate(),
  };
  return (
    <Menu
      label={words.account}
      trigger={
        <Tooltip text={isSlim ? name : null} placement="right">
          <Button className={styles.me}>
            <span className={styles.avatar} aria-hidden="true">
              {initialsOf(name)}
            </span>
            <span className={styles.text}>{name}</span>
            <span className={styles.role}>{role}</span>
          </Button>
        </Tooltip>
      }
      items={[
        {
          title: words.theme.label,
          chosen: theme,
          items: themes.map((id) => ({ id, label: words.theme[id] })),
        },
        {
          title: words.density.label,
          chosen: density,
          items: densities.map((id) => ({ id, label: words.density[id] })),
        },
        {
          title: words.zone.label,
          chosen: zone,
          items: zones.map((id) => ({ id, label: words.zone[id] })),
        },
        {
          title: null,
          items: [
            { id: 'shortcuts', label: words.shortcuts, keys: '?' },
            { id: 'singleKeys', label: words.singleKeys(hasSingleKeys) },
            { id: 'signOut', label: words.signOut },
          ],
        },
      ]}
      onChoose={(id) => runs[id]?.()}
    />
  );
}
