import { useNavigate, useSearch } from '@tanstack/react-router';
import { paths } from '../../core/paths/paths.js';
import { isSame } from '../../core/version-diff/change-list.js';
import type { DefinitionText, DraftAnswer } from '../../data/definition-text.js';
import type { ListedVersion } from '../../data/versions.queries.js';
import { Page } from '../../parts/page/page.js';
import { useDifferences } from '../../parts/version-diff/use-differences.js';
import { versionText as words } from '../../text/versions.js';
import { Comparison } from './comparison.js';
import { chosenPair } from './model/chosen-pair.js';
import type { Deployed } from './model/compared.js';
import { versionsSearch } from './model/versions-search.js';
import { VersionActions } from './version-actions.js';
import { VersionList } from './version-list.js';
import styles from './versions-page.module.css';

export interface VersionsProps {
  workspaceId: string;
  draft: DefinitionText<DraftAnswer>;
  /** Null: nothing runs. */
  deployed: Deployed | null;
  versions: readonly ListedVersion[];
  onMore: (() => void) | null;
}

export function Versions({ workspaceId, draft, deployed, versions, onMore }: VersionsProps) {
  const navigate = useNavigate();
  const search = versionsSearch.parse(useSearch({ strict: false }));
  const ofDraft = useDifferences(deployed?.text ?? null, draft.text);
  const draftDiffers = ofDraft === null ? null : !isSame(ofDraft.list);
  const pair = chosenPair(search, {
    versions: versions.map(({ version }) => version),
    deployed: deployed?.version ?? null,
    draftDiffers,
  });
  const go = (next: Partial<typeof search>): void =>
    void navigate({
      to: '.',
      search: versionsSearch.format({ ...search, ...next }),
      replace: true,
    });
  const choose = (side: 'a' | 'b', name: string): void =>
    go({ a: String(pair.a ?? ''), b: String(pair.b), [side]: name, block: '' });
  const { id, name } = draft.answer;
  const changes =
    ofDraft === null || deployed === null
      ? 0
      : ofDraft.list.blocks.length + ofDraft.list.edges.length + ofDraft.list.fields.length;
  return (
    <Page
      title={words.title}
      body="fill"
      crumbs={[
        { label: words.all, href: paths.workflows(workspaceId) },
        { label: name, href: paths.workflow(workspaceId, id) },
      ]}
      actions={
        <VersionActions
          workspaceId={workspaceId}
          workflow={draft.answer}
          draft={draft.text}
          deployed={deployed}
          pair={pair}
          onSwap={() => go({ a: String(pair.b), b: String(pair.a ?? ''), block: '' })}
        />
      }
    >
      <div className={styles.page}>
        <VersionList
          workspaceId={workspaceId}
          workflow={draft.answer}
          deployed={deployed}
          versions={versions}
          pair={pair}
          changes={draftDiffers === true ? Math.max(1, changes) : 0}
          onChoose={choose}
          onMore={onMore}
        />
        {pair.a === null ? (
          <p className={styles.says}>{words.noVersions}</p>
        ) : (
          <Comparison
            key={`${pair.a} ${pair.b}`}
            workspaceId={workspaceId}
            draft={draft}
            pair={pair}
            deployed={deployed}
            search={search}
            onGo={go}
          />
        )}
      </div>
    </Page>
  );
}
