/** Things inside things. Arrow keys open, close and walk; one tab stop. */
import { Button, Tree as AriaTree, TreeItem, TreeItemContent } from 'react-aria-components/Tree';
import { ChevronRight, type IconType } from './icon.js';
import { iconSize, smallIconSize } from './icon-size.js';
import styles from './tree.module.css';

interface TreeNode {
  readonly id: string;
  readonly label: string;
  /** At the right end. */
  readonly detail?: string;
  readonly icon?: IconType;
  readonly children?: readonly TreeNode[];
}

export interface TreeProps {
  label: string;
  nodes: readonly TreeNode[];
  chosen?: string | null;
  onChoose?: (id: string) => void;
  /** Open when it is first shown. */
  openIds?: readonly string[];
}

export function Tree({ label, nodes, chosen = null, onChoose, openIds = [] }: TreeProps) {
  return (
    <AriaTree
      className={styles.tree}
      aria-label={label}
      defaultExpandedKeys={openIds}
      selectionMode={onChoose === undefined ? 'none' : 'single'}
      selectionBehavior="replace"
      disallowEmptySelection
      selectedKeys={chosen === null ? [] : [chosen]}
      onSelectionChange={(keys) => {
        for (const key of keys) onChoose?.(String(key));
      }}
    >
      {nodes.map(itemOf)}
    </AriaTree>
  );
}

function itemOf({ id, label, detail, icon: Icon, children = [] }: TreeNode) {
  return (
    <TreeItem key={id} id={id} textValue={label} className={styles.item}>
      <TreeItemContent>
        {({ hasChildItems }) => (
          <>
            {hasChildItems ? (
              <Button slot="chevron" className={styles.chevron}>
                <ChevronRight {...smallIconSize} />
              </Button>
            ) : (
              <span className={styles.chevron} />
            )}
            {Icon && <Icon {...iconSize} />}
            <span className={styles.label}>{label}</span>
            {detail !== undefined && <span className={styles.detail}>{detail}</span>}
          </>
        )}
      </TreeItemContent>
      {children.map(itemOf)}
    </TreeItem>
  );
}
