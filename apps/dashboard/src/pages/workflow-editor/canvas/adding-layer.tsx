/** The blocks that may be added: beside the canvas, and as a list at one place. */
import { offersAt } from '../../../core/add-block/offers.js';
import { fittingOffers } from '../../../core/add-block/place-after.js';
import type { DrawnDefinition } from '../../../core/workflow-graph/workflow-graph.js';
import { AddBlockButton, BlockPalette } from '../../../parts/block-picker/block-palette.js';
import { BlockPicker } from '../../../parts/block-picker/block-picker.js';
import { useIsNarrow } from '../../../ui/use-is-narrow.js';
import { useMedia } from '../../../ui/use-media.js';
import styles from '../editor-page.module.css';
import { AddingSheet } from '../narrow/adding-sheet.js';
import { addBlock, addingAlone, addingHere } from '../store/add-block.js';
import { useEditor, useEditorOf } from '../store/editor-context.js';
import type { Adding } from '../store/editor-state.js';
import { openAdding } from '../store/editor-store.js';
import { useBlockTypes } from '../use-block-types.js';
import { useSayRefusal } from '../use-say-refusal.js';

export function AddingLayer({ definition }: { definition: DrawnDefinition }) {
  const { store } = useEditorOf();
  const { types } = useBlockTypes();
  const say = useSayRefusal();
  const isNarrow = useIsNarrow();
  const isWide = useMedia('(min-width: 1241px)');
  const open = (): void => openAdding(store, addingHere(store, types));
  const adding = useEditor((state) => state.adding);
  const add = (what: Adding, type: string): void => {
    say(addBlock(store, types, what, { type }));
    openAdding(store, null);
  };
  const picker = adding !== null && (
    <BlockPicker
      offers={(adding.isGuess ? fittingOffers : offersAt)(definition, types, adding.place)}
      place={adding.place.kind}
      placeName={placeName(definition, adding)}
      onAdd={(type, isBranch) => add(withBranch(adding, isBranch), type)}
      onClose={() => openAdding(store, null)}
    />
  );
  if (isNarrow)
    return picker && <AddingSheet onClose={() => openAdding(store, null)}>{picker}</AddingSheet>;
  return (
    <div className={styles.palette}>
      {picker}
      {adding === null && (
        <div className={styles.short}>
          <AddBlockButton onOpen={open} />
        </div>
      )}
      {adding === null && isWide && (
        <div className={styles.whole}>
          <BlockPalette
            offers={offersAt(definition, types, addingAlone.place)}
            onAdd={(type) => add(addingHere(store, types), type)}
            onOpen={open}
          />
        </div>
      )}
    </div>
  );
}

const withBranch = (adding: Adding, isBranch: boolean): Adding =>
  adding.place.kind === 'after' ? { ...adding, place: { ...adding.place, isBranch } } : adding;

function placeName({ blocks }: DrawnDefinition, { place }: Adding): string | null {
  const nameOf = (wanted: string): string | null =>
    blocks.find(({ id }) => id === wanted)?.name ?? null;
  switch (place.kind) {
    case 'after':
      return nameOf(place.from);
    case 'edge':
      return nameOf(place.edge.to);
    case 'body':
      return nameOf(place.container);
    case 'alone':
      return null;
  }
}
