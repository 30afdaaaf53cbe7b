/** The blocks and fields in which two versions differ: old over new, short ones in one line. */
import type { ChangedBlock, ChangeList, ShownField } from '../../core/version-diff/change-list.js';
import { isSame } from '../../core/version-diff/change-list.js';
import { versionText as words } from '../../text/versions.js';
import text from '../../ui/text.module.css';
import { CategoryTile } from '../category-tile/category-tile.js';
import { MarkTag } from '../mark-tag/mark-tag.js';
import styles from './change-list-view.module.css';

export interface ChangeListViewProps {
  list: ChangeList;
  selected: string | null;
  /** A press on a block's row. */
  onSelect: (blockId: string) => void;
}

export function ChangeListView({ list, selected, onSelect }: ChangeListViewProps) {
  const { blocks, edges, fields } = list;
  if (isSame(list)) return <p className={styles.says}>{words.nothingDiffers}</p>;
  return (
    <>
      {blocks.length + edges.length + fields.length > 0 && (
        <div className={styles.list}>
          {blocks.map((block) => (
            <Block
              key={block.id}
              block={block}
              isSelected={block.id === selected}
              onSelect={() => onSelect(block.id)}
            />
          ))}
          {edges.length > 0 && (
            <div className={styles.group}>
              <h4 className={styles.head}>{words.edges}</h4>
              <ul className={styles.fields}>
                {edges.map(({ kind, from, to, port }) => {
                  const name = words.edge(from, to, port);
                  return (
                    <li key={`${kind} ${name}`} className={styles.edge}>
                      <Value kind={kind === 'added' ? 'new' : 'old'}>{name}</Value>
                    </li>
                  );
                })}
              </ul>
            </div>
          )}
          {fields.length > 0 && (
            <div className={styles.group}>
              <h4 className={styles.head}>{words.definition}</h4>
              <Fields fields={fields} />
            </div>
          )}
        </div>
      )}
      {list.isReordered && <p className={styles.says}>{words.onlyOrder}</p>}
    </>
  );
}

interface BlockProps {
  block: ChangedBlock;
  isSelected: boolean;
  onSelect: () => void;
}

function Block({ block, isSelected, onSelect }: BlockProps) {
  const { name, type, kind, body } = block;
  const moved =
    body === null
      ? []
      : [
          {
            path: words.stoodIn,
            before: body.before ?? words.noBody,
            after: body.after ?? words.noBody,
            isShort: true,
          },
        ];
  const fields = [...block.fields, ...moved];
  return (
    <div className={styles.group}>
      <h4 className={styles.heading}>
        <button
          type="button"
          className={styles.head}
          aria-current={isSelected ? 'true' : undefined}
          onClick={onSelect}
        >
          <CategoryTile blockType={type} />
          <span className={styles.name}>{name}</span>
          <MarkTag kind={kind} />
        </button>
      </h4>
      {fields.length > 0 && <Fields fields={fields} />}
    </div>
  );
}

function Fields({ fields }: { fields: readonly ShownField[] }) {
  return (
    <ul className={styles.fields}>
      {fields.map(({ path, before, after, isShort }) => (
        <li key={path} className={styles.field}>
          <span className={styles.path}>{path}</span>
          <span className={styles.values} data-short={isShort ? '' : undefined}>
            {before !== null && <Value kind="old">{before}</Value>}
            {after !== null && <Value kind="new">{after}</Value>}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Value({ kind, children }: { kind: 'old' | 'new'; children: string }) {
  return (
    <span className={styles.value} data-kind={kind}>
      <span className={text.hidden}>{kind === 'old' ? words.was : words.is} </span>
      {children}
    </span>
  );
}
