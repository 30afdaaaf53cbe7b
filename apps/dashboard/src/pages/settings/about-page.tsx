import { useQuery } from '@tanstack/react-query';
import { getSystem } from '../../data/system.queries.js';
import { Loaded } from '../../parts/failure/loaded.js';
import { Page } from '../../parts/page/page.js';
import { useWorkspaceId } from '../../parts/workspace/use-workspace-id.js';
import { aboutText as words } from '../../text/about.js';
import { type Column, Rows } from '../../ui/rows.js';
import { type Fact, factsOf } from './model/facts.js';
import styles from './settings.module.css';

const columns: readonly Column<Fact>[] = [
  { id: 'name', title: words.name, cell: ({ name }) => name },
  { id: 'value', title: words.value, cell: ({ value }) => <code>{value}</code> },
];

export function AboutPage() {
  const ws = useWorkspaceId();
  const system = useQuery(getSystem(ws));
  return (
    <Page title={words.title}>
      <Loaded query={system}>
        {(data) => (
          <Rows
            label={words.versions}
            columns={columns}
            rows={factsOf(data)}
            keyOf={({ name }) => name}
          />
        )}
      </Loaded>
      <section className={styles.section}>
        <h2>{words.documents}</h2>
        <ul className={styles.list}>
          <li>
            <a href="/docs">{words.api}</a>
          </li>
          <li>
            <a href="/docs/events">{words.events}</a>
          </li>
        </ul>
      </section>
    </Page>
  );
}
