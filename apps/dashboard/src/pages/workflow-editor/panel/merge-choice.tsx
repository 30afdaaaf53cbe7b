/** What two people changed differently, at its place: mine, theirs, or as it was before. */
import { useState } from 'react';
import type { Conflict, Side } from '../../../core/edit/merge/conflict.js';
import { editorText } from '../../../text/editor.js';
import { Button } from '../../../ui/button.js';
import { Radios } from '../../../ui/radios.js';
import { useEditorOf } from '../store/editor-context.js';
import { choose } from '../store/editor-store.js';
import { useSayRefusal } from '../use-say-refusal.js';
import styles from './merge-choice.module.css';

const { merge: words } = editorText;

const sides = ['mine', 'theirs', 'base'] as const;
const longest = 300;

/** As it is written, but no longer than can be compared by eye. */
const valueText = (value: string | null): string =>
  value === null ? words.missing : value.length > longest ? `${value.slice(0, longest)}…` : value;

const placeOf = (conflict: Conflict): string => {
  if (conflict.kind === 'order') return words.order;
  if (conflict.kind === 'block') return words.block;
  const path = conflict.path.filter((step) => step !== 'config');
  return path.length === 0 ? words.all : path.join('.');
};

export function MergeChoice({ conflict }: { conflict: Conflict }) {
  const { store } = useEditorOf();
  const say = useSayRefusal();
  const [side, setSide] = useState<Side>('mine');
  return (
    <div className={styles.merge}>
      <Radios
        label={words.changedByBoth(placeOf(conflict))}
        choices={sides.map((id) => ({
          ...{ id, label: words.side[id] },
          detail: valueText(conflict[id]),
        }))}
        chosen={side}
        onChoose={(id) => setSide(sides.find((one) => one === id) ?? 'mine')}
      />
      <Button tone="primary" onPress={() => say(choose(store, conflict, side))}>
        {words.keep[side]}
      </Button>
    </div>
  );
}
