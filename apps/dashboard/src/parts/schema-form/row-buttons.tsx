import type { Path } from '../../core/edit/text/json-value.js';
import { schemaFormText as words } from '../../text/schema-form.js';
import { ChevronDown, ChevronUp, X } from '../../ui/icon.js';
import { IconButton } from '../../ui/icon-button.js';
import { useForm } from './form-context.js';
import styles from './schema-form.module.css';

interface RowButtonsProps {
  /** Its name for screen readers. */
  name: string;
  /** Of the row. */
  path: Path;
  /** Null: the order says nothing. */
  order: { readonly index: number; readonly count: number } | null;
  /** Default: the row leaves the configuration. */
  onRemove?: () => void;
}

export function RowButtons({ name, path, order, onRemove }: RowButtonsProps) {
  const { edit, isReadOnly } = useForm();
  const move = (toIndex: number) => () => edit([{ kind: 'move', path, toIndex }]);
  const remove = onRemove ?? (() => edit([{ kind: 'remove', path }]));
  if (isReadOnly) return null;
  return (
    <div className={styles.rowButtons}>
      {order !== null && order.index > 0 && (
        <IconButton
          icon={ChevronUp}
          tone="ghost"
          label={words.up(name)}
          onPress={move(order.index - 1)}
        />
      )}
      {order !== null && order.index < order.count - 1 && (
        <IconButton
          icon={ChevronDown}
          tone="ghost"
          label={words.down(name)}
          onPress={move(order.index + 1)}
        />
      )}
      <IconButton icon={X} tone="ghost" label={words.remove(name)} onPress={remove} />
    </div>
  );
}
