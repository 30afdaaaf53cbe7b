/** Two versions: one drawing of both, and the fields in which they differ. */
import { useQuery } from '@tanstack/react-query';
import { type DefinitionText, type DraftAnswer, versionText } from '../../data/definition-text.js';
import { draftLayout } from '../../data/workflow.queries.js';
import { FailureNotice } from '../../parts/failure/failure-notice.js';
import { useDifferences } from '../../parts/version-diff/use-differences.js';
import { common } from '../../text/common.js';
import { versionText as words } from '../../text/versions.js';
import { Skeleton } from '../../ui/skeleton.js';
import { CompareCanvas } from './compare-canvas.js';
import { CompareSide } from './compare-side.js';
import type { Pair, VersionName } from './model/chosen-pair.js';
import styles from './versions-page.module.css';
import type { Deployed, VersionsSearch } from './model/compared.js';

export interface ComparisonProps {
  workspaceId: string;
  draft: DefinitionText<DraftAnswer>;
  deployed: Deployed | null;
  pair: Pair;
  search: VersionsSearch;
  onGo: (next: Partial<VersionsSearch>) => void;
}

interface Read {
  /** Null: it is being read. */
  readonly text: string | null;
  readonly layout: unknown;
  readonly error: Error | null;
}

function useVersion(
  workspaceId: string,
  draft: DefinitionText<DraftAnswer>,
  name: VersionName,
): Read {
  const { id } = draft.answer;
  const isDraft = name === 'draft';
  const layout = useQuery({ ...draftLayout(workspaceId, id), enabled: isDraft });
  const version = useQuery({
    ...versionText(workspaceId, id, isDraft ? 0 : name),
    enabled: !isDraft,
  });
  if (isDraft) return { text: draft.text, layout: layout.data?.data, error: null };
  const { data, error } = version;
  return { text: data?.text ?? null, layout: data?.answer.layout, error };
}

export function Comparison({ workspaceId, draft, pair, ...props }: ComparisonProps) {
  const a = useVersion(workspaceId, draft, pair.a ?? 'draft');
  const b = useVersion(workspaceId, draft, pair.b);
  const error = a.error ?? b.error;
  if (error !== null)
    return (
      <div className={styles.main}>
        <FailureNotice error={error} />
      </div>
    );
  if (a.text === null || b.text === null)
    return (
      <div className={styles.main}>
        <Skeleton label={common.loading} rows={4} />
      </div>
    );
  return (
    <Compared
      {...props}
      workspaceId={workspaceId}
      pair={pair}
      a={{ text: a.text, layout: a.layout }}
      b={{ text: b.text, layout: b.layout }}
    />
  );
}

interface ComparedVersion {
  readonly text: string;
  readonly layout: unknown;
}

interface ComparedProps extends Omit<ComparisonProps, 'draft'> {
  a: ComparedVersion;
  b: ComparedVersion;
}

function Compared({ workspaceId, deployed, pair, a, b, search, onGo }: ComparedProps) {
  const differences = useDifferences(a.text, b.text);
  if (differences === null) return <p className={styles.says}>{words.notDrawn}</p>;
  const shared = { differences, pair, search, onGo };
  return (
    <>
      <CompareCanvas {...shared} layouts={[a.layout, b.layout]} />
      <CompareSide
        {...shared}
        workspaceId={workspaceId}
        deployed={deployed}
        texts={[a.text, b.text]}
      />
    </>
  );
}
