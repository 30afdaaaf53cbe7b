import { countsOf, markKinds } from '../../core/version-diff/marks.js';
import { MarkTag } from '../../parts/mark-tag/mark-tag.js';
import { NoticeList } from '../../parts/version-diff/notice-list.js';
import { useDifferences } from '../../parts/version-diff/use-differences.js';
import { versionText as words } from '../../text/versions.js';
import styles from './versions-page.module.css';

export interface MeaningProps {
  workspaceId: string;
  /** What runs. */
  live: string | null;
  /** What would. */
  text: string;
}

/** What callers would notice, and how many blocks would differ. */
export function Meaning({ workspaceId, live, text }: MeaningProps) {
  const differences = useDifferences(live, text);
  if (differences === null) return <p>{words.notDrawn}</p>;
  const counts = countsOf(differences.marks);
  return (
    <>
      <p className={styles.counts}>
        {words.differ(differences.marks.blocks.size)}
        {markKinds
          .filter((kind) => counts[kind] > 0)
          .map((kind) => (
            <MarkTag key={kind} kind={kind} count={counts[kind]} />
          ))}
      </p>
      <NoticeList workspaceId={workspaceId} notices={differences.notices} />
    </>
  );
}
