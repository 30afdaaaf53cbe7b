import { useState } from 'react';
import { drawnOf } from '../../core/execution/drawn-definition.js';
import { remembered } from '../../core/execution/remembered.js';
import { countsOf, markKinds } from '../../core/version-diff/marks.js';
import { mergedPositions } from '../../core/version-diff/merged-drawing.js';
import { Canvas } from '../../parts/canvas/canvas.js';
import { createStatusStore } from '../../parts/canvas/status-store.js';
import { MarkTag } from '../../parts/mark-tag/mark-tag.js';
import type { Differences } from '../../parts/version-diff/use-differences.js';
import { versionText as words } from '../../text/versions.js';
import { ArrowRight, ChevronDown, ChevronUp } from '../../ui/icon.js';
import { IconButton } from '../../ui/icon-button.js';
import { smallIconSize } from '../../ui/icon-size.js';
import { Segment } from '../../ui/segment.js';
import type { VersionsSearch } from './model/compared.js';
import type { Pair } from './model/chosen-pair.js';
import { nameText } from './model/name-text.js';
import styles from './versions-page.module.css';

export interface CompareCanvasProps {
  differences: Differences;
  pair: Pair;
  layouts: readonly [unknown, unknown];
  search: VersionsSearch;
  onGo: (next: Partial<VersionsSearch>) => void;
}

const empty = { blocks: [], edges: [] };

/** The same object for the same layouts: another one would be laid out anew. */
const placesOf = remembered((differences: Differences, layouts: string) => {
  const [a, b] = JSON.parse(layouts) as readonly unknown[];
  const [before, after] = [drawnOf(empty, a)?.positions, drawnOf(empty, b)?.positions];
  return { a: before, b: after, both: mergedPositions(before, after) };
});

export function CompareCanvas({ differences, pair, layouts, search, onGo }: CompareCanvasProps) {
  // Nothing runs here: the store stays empty.
  const [statusOf] = useState(createStatusStore);
  const drawn = search.drawn ?? 'both';
  const places = placesOf(differences, JSON.stringify(layouts));
  const definition = { a: differences.before, b: differences.after, both: differences.both }[drawn];
  const counts = countsOf(differences.marks);
  const label = words.title;
  return (
    <div className={styles.main}>
      <div className={styles.compared}>
        <i className={styles.letter}>{words.a}</i>
        <b>{pair.a === null ? '' : nameText(pair.a)}</b>
        <ArrowRight {...smallIconSize} />
        <i className={styles.letter} data-side="b">
          {words.b}
        </i>
        <b>{nameText(pair.b)}</b>
        <span className={styles.space} />
        {markKinds
          .filter((kind) => counts[kind] > 0)
          .map((kind) => (
            <MarkTag key={kind} kind={kind} count={counts[kind]} />
          ))}
      </div>
      <div className={styles.canvas}>
        <Canvas
          definition={definition}
          positions={places[drawn]}
          statusOf={statusOf}
          marks={differences.marks}
          selected={search.block === '' ? null : search.block}
          onSelect={(block) => onGo({ block: block ?? '' })}
          label={label}
          actions={<Tools differences={differences} search={search} onGo={onGo} />}
        />
      </div>
    </div>
  );
}

type ToolsProps = Pick<CompareCanvasProps, 'differences' | 'search' | 'onGo'>;

function Tools({ differences, search, onGo }: ToolsProps) {
  const { blocks } = differences.list;
  const at = blocks.findIndex(({ id }) => id === search.block);
  const step = (by: number): void => {
    const next = at === -1 && by < 0 ? blocks.length - 1 : at + by;
    onGo({ block: blocks.at(next % blocks.length)?.id ?? '' });
  };
  return (
    <>
      <Segment
        label={words.shown}
        choices={[
          { id: 'a', label: words.a },
          { id: 'both', label: words.both },
          { id: 'b', label: words.b },
        ]}
        chosen={search.drawn ?? 'both'}
        onChoose={(id) => onGo({ drawn: id === 'a' || id === 'b' ? id : null })}
      />
      {blocks.length > 0 && (
        <>
          <IconButton
            tone="ghost"
            icon={ChevronUp}
            label={words.earlier}
            onPress={() => step(-1)}
          />
          <span className={styles.place}>{words.place(at + 1, blocks.length)}</span>
          <IconButton tone="ghost" icon={ChevronDown} label={words.later} onPress={() => step(1)} />
        </>
      )}
    </>
  );
}
