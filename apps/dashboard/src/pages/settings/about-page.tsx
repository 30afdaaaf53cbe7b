import { useQuery } from '@tanstack/react-query';
import { type Consumer, getSystem, type System } from '../../data/system.queries.js';
import { Loaded } from '../../parts/failure/loaded.js';
import { Page } from '../../parts/page/page.js';
import { useWorkspaceId } from '../../parts/workspace/use-workspace-id.js';
import { aboutText as words } from '../../text/about.js';
import { KeyValues } from '../../ui/key-values.js';
import { Mark } from '../../ui/mark.js';
import { Notice } from '../../ui/notice.js';
import { type Column, Rows } from '../../ui/rows.js';
import { factsOf, lagOf } from './model/facts.js';
import styles from './settings.module.css';

const consumerColumns: readonly Column<Consumer>[] = [
  { id: 'group', title: words.group, cell: ({ group }) => <code>{group}</code> },
  { id: 'topic', title: words.topic, cell: ({ topic }) => <code>{topic}</code> },
  { id: 'behind', title: words.behind, cell: (consumer) => <LagText {...lagOf(consumer)} /> },
];

const LagText = ({ text, isBehind }: ReturnType<typeof lagOf>) => (
  <span className={isBehind ? undefined : styles.quiet}>{text}</span>
);

export function AboutPage() {
  const ws = useWorkspaceId();
  const system = useQuery(getSystem(ws));
  return (
    <Page title={words.title}>
      <Loaded query={system}>
        {({ data }) => (
          <>
            <section className={styles.about} aria-label={words.installation}>
              <Mark size={40} />
              <div className={styles.facts}>
                <Notice
                  tone={data.status === 'ok' ? 'success' : 'error'}
                  title={words.service[data.status]}
                  detail={data.details?.problems.join('\n') || undefined}
                />
                <KeyValues items={factsOf(data, FLOWLEDGER_VERSION)} />
              </div>
            </section>
            {data.details && <Consumers consumers={data.details.consumers} />}
          </>
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

interface ConsumersProps {
  consumers: NonNullable<System['details']>['consumers'];
}

function Consumers({ consumers }: ConsumersProps) {
  const isEmpty = consumers === null || consumers.length === 0;
  return (
    <>
      <section className={styles.section}>
        <h2>{words.consumers}</h2>
        {isEmpty && <p>{consumers === null ? words.consumersUnknown : words.noConsumer}</p>}
      </section>
      {!isEmpty && (
        <Rows
          label={words.consumers}
          columns={consumerColumns}
          rows={consumers}
          keyOf={({ group, topic }) => `${group} ${topic}`}
        />
      )}
    </>
  );
}
