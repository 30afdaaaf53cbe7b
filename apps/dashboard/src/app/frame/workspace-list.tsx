import { paths } from '../../core/paths/paths.js';
import { useSession } from '../../data/use-session.js';
import { frame as words } from '../../text/frame.js';
import styles from './workspace-list.module.css';

/** A whole load: nothing of another workspace stays in memory. */
export function WorkspaceList() {
  const { workspaces } = useSession();
  return (
    <ul className={styles.list}>
      {workspaces.map(({ id, name, role }) => (
        <li key={id}>
          <a className={styles.workspace} href={paths.executions(id)}>
            <span className={styles.name}>{name}</span>
            <span className={styles.role}>{words.role[role]}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
