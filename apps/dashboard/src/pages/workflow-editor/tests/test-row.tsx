import type { WorkflowTest } from '../../../data/cut-tests.js';
import type { LastResult } from '../../../data/workflow-tests.queries.js';
import { testText as words } from '../../../text/workflow-tests.js';
import { Button } from '../../../ui/button.js';
import { Ellipsis, Pencil, Play, Trash2 } from '../../../ui/icon.js';
import { IconButton } from '../../../ui/icon-button.js';
import { Menu } from '../../../ui/menu.js';
import { TestDetail, TestSign } from './test-outcome.js';
import styles from './tests.module.css';

export interface TestRowProps {
  test: WorkflowTest;
  last: LastResult | undefined;
  names: ReadonlyMap<string, string>;
  /** Why nothing may be done; null: it may. */
  disabledReason: string | null;
  onRun: () => void;
  onEdit: () => void;
  onRemove: () => void;
  onTakePath: (path: readonly string[]) => void;
}

export function TestRow({ test, last, names, disabledReason, ...props }: TestRowProps) {
  const { name } = test;
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <span className={styles.name}>
          <b>{name}</b>
          <TestSign last={last} />
        </span>
        <IconButton
          tone="ghost"
          icon={Play}
          label={words.run(name)}
          isPending={last?.kind === 'running'}
          disabledReason={disabledReason}
          onPress={props.onRun}
        />
        <Menu
          label={words.more(name)}
          trigger={<IconButton tone="ghost" icon={Ellipsis} label={words.more(name)} />}
          items={[
            { id: 'edit', label: words.edit, icon: Pencil, disabledReason },
            { id: 'remove', label: words.remove, icon: Trash2, tone: 'danger', disabledReason },
          ]}
          onChoose={(id) => (id === 'edit' ? props.onEdit() : props.onRemove())}
        />
      </div>
      <TestDetail last={last} names={names} />
      <TakePath last={last} disabledReason={disabledReason} onTakePath={props.onTakePath} />
    </li>
  );
}

function TakePath({
  last,
  disabledReason,
  onTakePath,
}: Pick<TestRowProps, 'last' | 'disabledReason' | 'onTakePath'>) {
  if (last?.kind !== 'ended') return null;
  const { path, differences } = last.result;
  if (path === null || !differences.some(({ field }) => field === 'path')) return null;
  return (
    <Button disabledReason={disabledReason} onPress={() => onTakePath(path)}>
      {words.take}
    </Button>
  );
}
