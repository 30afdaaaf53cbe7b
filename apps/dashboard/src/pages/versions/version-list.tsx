/** The draft and every version, newest first, with A and B beside each. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../../core/paths/paths.js';
import type { DraftAnswer } from '../../data/definition-text.js';
import { deployers, type ListedVersion } from '../../data/versions.queries.js';
import { Time } from '../../parts/time/time.js';
import { versionText as words } from '../../text/versions.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { DiscardDraft } from './discard-draft.js';
import type { Pair } from './model/chosen-pair.js';
import styles from './version-list.module.css';
import type { Deployed } from './model/compared.js';

export interface VersionListProps {
  workspaceId: string;
  workflow: DraftAnswer;
  deployed: Deployed | null;
  versions: readonly ListedVersion[];
  pair: Pair;
  /** Of the draft against what runs. */
  changes: number;
  onChoose: (side: 'a' | 'b', name: string) => void;
  onMore: (() => void) | null;
}

export function VersionList({ workspaceId, workflow, versions, pair, ...props }: VersionListProps) {
  const { deployed, changes, onChoose, onMore } = props;
  const members = useQuery(deployers(workspaceId));
  const nameOf = (userId: string | null): string => {
    if (userId === null) return words.byKey;
    const member = members.data?.data.find((one) => one.userId === userId);
    return member?.name ?? (members.isPending ? '' : words.someone);
  };
  const runsOf = (version: number): string =>
    `${paths.executions(workspaceId)}?workflow=${encodeURIComponent(workflow.name)}&version=${version}`;
  const row = { pair, onChoose };
  return (
    <section className={styles.list} aria-label={words.title}>
      <ul>
        <Row
          {...row}
          name="draft"
          title={words.draft}
          at={workflow.updatedAt}
          fact={
            changes > 0 &&
            deployed !== null && <Badge tone="accent">{words.changes(changes)}</Badge>
          }
        >
          <p className={styles.line}>
            {changes === 0 && deployed !== null ? words.sameAsDeployed : nameOf(workflow.updatedBy)}
          </p>
          {changes > 0 && deployed !== null && (
            <DiscardDraft workspaceId={workspaceId} workflow={workflow} deployed={deployed} />
          )}
        </Row>
        {versions.map(({ version, note, deployedBy, createdAt }) => (
          <Row
            {...row}
            key={version}
            name={String(version)}
            title={words.version(version)}
            at={createdAt}
            fact={
              version === workflow.deployedVersion && <Badge tone="success">{words.live}</Badge>
            }
          >
            {note !== null && <p className={styles.note}>{note}</p>}
            <p className={styles.line}>
              <span className={styles.who}>{nameOf(deployedBy)}</span>
              <Link to={runsOf(version)}>{words.executions}</Link>
            </p>
          </Row>
        ))}
      </ul>
      {onMore !== null && (
        <div className={styles.more}>
          <Button onPress={onMore}>{words.more}</Button>
        </div>
      )}
      <p className={styles.kept}>{versions.length === 0 ? words.noVersions : words.kept}</p>
    </section>
  );
}

interface RowProps {
  name: string;
  title: string;
  at: string;
  pair: Pair;
  onChoose: (side: 'a' | 'b', name: string) => void;
  fact: ReactNode;
  children: ReactNode;
}

function Row({ name, title, at, pair, onChoose, fact, children }: RowProps) {
  const isA = String(pair.a) === name;
  const isB = String(pair.b) === name;
  return (
    <li className={styles.row} data-picked={isA || isB ? '' : undefined}>
      <span className={styles.sides}>
        <button
          type="button"
          className={styles.side}
          data-side="a"
          aria-pressed={isA}
          aria-label={words.compareFrom(title)}
          onClick={() => onChoose('a', name)}
        >
          {words.a}
        </button>
        <button
          type="button"
          className={styles.side}
          data-side="b"
          aria-pressed={isB}
          aria-label={words.compareTo(title)}
          onClick={() => onChoose('b', name)}
        >
          {words.b}
        </button>
      </span>
      <div className={styles.text}>
        <p className={styles.head}>
          <b>{title}</b>
          {fact}
          <span className={styles.when}>
            <Time at={at} />
          </span>
        </p>
        {children}
      </div>
    </li>
  );
}
