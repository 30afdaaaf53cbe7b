import { Suspense } from 'react';
import { JsonViewer } from '../../parts/json-viewer/json-viewer.js';
import { ChangeListView } from '../../parts/version-diff/change-list-view.js';
import type { Differences } from '../../parts/version-diff/use-differences.js';
import { versionText as words } from '../../text/versions.js';
import { Segment } from '../../ui/segment.js';
import { SideSection } from '../../ui/side-panel.js';
import { Meaning } from './meaning.js';
import { againOf, type Pair } from './model/chosen-pair.js';
import { nameText } from './model/name-text.js';
import styles from './versions-page.module.css';
import type { Deployed, VersionsSearch } from './model/compared.js';

export interface CompareSideProps {
  workspaceId: string;
  differences: Differences;
  deployed: Deployed | null;
  pair: Pair;
  texts: readonly [string, string];
  search: VersionsSearch;
  onGo: (next: Partial<VersionsSearch>) => void;
}

export function CompareSide({ workspaceId, differences, pair, ...props }: CompareSideProps) {
  const { deployed, texts, search, onGo } = props;
  const view = search.view ?? 'fields';
  const again = againOf(pair, deployed?.version ?? null);
  return (
    <aside className={styles.side} aria-label={words.side}>
      <header className={styles.sideHead}>
        <h2>{words.differ(differences.marks.blocks.size)}</h2>
        <Segment
          label={words.views}
          choices={[
            { id: 'fields', label: words.view.fields },
            { id: 'json', label: words.view.json },
          ]}
          chosen={view}
          onChoose={(id) => onGo({ view: id === 'json' ? 'json' : null })}
        />
      </header>
      {view === 'json' ? (
        [pair.a, pair.b].map((name, at) => (
          <SideSection key={at}>
            <JsonViewer
              title={words.jsonOf(name === null ? '' : nameText(name))}
              text={texts[at] ?? ''}
              fileName={`${name}.json`}
            />
          </SideSection>
        ))
      ) : (
        <SideSection>
          <ChangeListView
            list={differences.list}
            selected={search.block}
            onSelect={(block) => onGo({ block })}
          />
        </SideSection>
      )}
      {again !== null && (
        <SideSection title={words.wouldMean(again)}>
          <Suspense>
            <Meaning
              workspaceId={workspaceId}
              live={deployed?.text ?? null}
              text={texts[again === pair.a ? 0 : 1]}
            />
          </Suspense>
        </SideSection>
      )}
    </aside>
  );
}
