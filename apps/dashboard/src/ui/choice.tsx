/** What a line of an opened list says: one shape for menus, selects and comboboxes. */
import { Check, type IconType } from './icon.js';
import { iconSize, smallIconSize } from './icon-size.js';
import { Kbd } from './kbd.js';
import styles from './list.module.css';

export interface Choice {
  readonly id: string;
  readonly label: string;
  /** At the right end. */
  readonly detail?: string | undefined;
  /** Below the label. */
  readonly second?: string | undefined;
  readonly icon?: IconType | undefined;
}

export interface Command extends Choice {
  /** The shortcut that does the same. */
  readonly keys?: string | undefined;
  readonly tone?: 'default' | 'danger' | undefined;
  /** It stays in the list, with the reason at its right end. */
  readonly disabledReason?: string | null | undefined;
  /** Said before the label of what was not seen yet. */
  readonly newText?: string | null | undefined;
}

export function ChoiceLine({ choice, isChosen }: { choice: Command; isChosen: boolean }) {
  const { icon: Icon, label, second, keys, disabledReason, newText } = choice;
  const detail = disabledReason ?? choice.detail;
  return (
    <>
      {Icon && <Icon {...iconSize} />}
      <span className={styles.text} data-new={newText == null ? undefined : ''}>
        <span>
          {newText != null && <span className={styles.dot} role="img" aria-label={newText} />}
          {label}
        </span>
        {second !== undefined && <span className={styles.second}>{second}</span>}
      </span>
      {detail !== undefined && <span className={styles.detail}>{detail}</span>}
      {keys !== undefined && <Kbd keys={keys} />}
      {isChosen && <Check {...smallIconSize} className={styles.check} />}
    </>
  );
}
