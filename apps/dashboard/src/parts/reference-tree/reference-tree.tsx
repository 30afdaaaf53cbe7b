/**
 * What the text of a block may refer to, with the values of the last run. A press inserts into the
 * field that had the focus last; a row may also be dragged into a field.
 */
import { type DragEvent, useState, useSyncExternalStore } from 'react';
import { Button, type Key, Tree, TreeItem, TreeItemContent } from 'react-aria-components/Tree';
import {
  entriesBelow,
  type ReferenceEntry,
  rootEntries,
} from '../../core/completion/reference-entries.js';
import type { Scope } from '../../core/completion/scope.js';
import { expressionText } from '../../text/expression.js';
import { ChevronRight } from '../../ui/icon.js';
import { smallIconSize } from '../../ui/icon-size.js';
import { insertReference, lastField } from '../expression-field/last-field.js';
import { dragReference } from '../expression-field/reference-drag.js';
import { ValueIcon } from '../expression-field/value-icon.js';
import { valueText } from '../expression-field/value-text.js';
import styles from './reference-tree.module.css';

export interface ReferenceTreeProps {
  /** The same object as long as nothing in it changed. */
  scope: Scope;
}

const { tree: words } = expressionText;
const titles = {
  loop: words.iteration,
  parallel: words.iteration,
  variable: words.variables,
  secret: words.secrets,
} as const;

function startDrag({ target, dataTransfer }: DragEvent): void {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-reference]') : null;
  const reference = row?.dataset['reference'];
  if (reference !== undefined) dragReference(dataTransfer, reference);
}

/** React Aria calls back with the id of a row. */
function referenceOf(scope: Scope, id: Key): string | null {
  const key = String(id);
  const parent = JSON.stringify((JSON.parse(key) as unknown[]).slice(0, -1));
  const siblings = parent === '[]' ? rootEntries(scope, titles) : entriesBelow(scope, parent);
  return siblings.find((entry) => entry.id === key)?.reference ?? null;
}

export function ReferenceTree({ scope }: ReferenceTreeProps) {
  const [opened, setOpened] = useState<ReadonlySet<Key>>(new Set());
  const field = useSyncExternalStore(lastField.subscribe, lastField.get);
  const roots = rootEntries(scope, titles);
  const insert = (id: Key): void => {
    const reference = referenceOf(scope, id);
    if (reference !== null) insertReference(reference);
  };
  if (roots.length === 0) return <p className={styles.hint}>{words.empty}</p>;
  return (
    <div className={styles.holder} onDragStart={startDrag}>
      <p className={styles.hint}>
        {field === null ? words.needsField : words.insertsInto(field.label)}
      </p>
      <Tree
        className={styles.tree}
        aria-label={words.label}
        selectionMode="none"
        expandedKeys={opened}
        onExpandedChange={setOpened}
        onAction={insert}
      >
        {roots.map((entry) => itemOf(entry, scope, opened))}
      </Tree>
    </div>
  );
}

/**
 * Below what is open only: a sample has up to a thousand paths. The keys that open a row look for
 * an item below it, which is never shown.
 */
function itemOf(entry: ReferenceEntry, scope: Scope, opened: ReadonlySet<Key>) {
  const { id, label, hasEntries } = entry;
  const below = hasEntries && opened.has(id) ? entriesBelow(scope, id) : [];
  return (
    <TreeItem key={id} id={id} textValue={label} className={styles.item} hasChildItems={hasEntries}>
      <TreeItemContent>
        {hasEntries ? (
          <Button slot="chevron" className={styles.chevron}>
            <ChevronRight {...smallIconSize} />
          </Button>
        ) : (
          <span className={styles.chevron} />
        )}
        <EntryRow entry={entry} />
      </TreeItemContent>
      {below.map((one) => itemOf(one, scope, opened))}
      {hasEntries && below.length === 0 && (
        <TreeItem id={`${id} closed`} textValue=" ">
          {null}
        </TreeItem>
      )}
    </TreeItem>
  );
}

function EntryRow({ entry: { kind, label, reference, type, look } }: { entry: ReferenceEntry }) {
  const shown = kind === 'value' ? 'output' : kind === 'block' ? kind : 'variable';
  return (
    <span
      className={styles.row}
      draggable={reference !== null}
      data-reference={reference ?? undefined}
      data-kind={kind}
      title={kind === 'unnamed' ? words.unnamed : (reference ?? undefined)}
    >
      <ValueIcon kind={shown} type={type} />
      <span className={styles.label}>{label}</span>
      <span className={styles.value}>{look === null ? '' : valueText(look)}</span>
    </span>
  );
}
