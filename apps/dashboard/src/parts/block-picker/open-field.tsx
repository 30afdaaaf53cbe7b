import { Button } from 'react-aria-components/Button';
import { blockPickerText as words } from '../../text/block-picker.js';
import { smallIconSize } from '../../ui/icon-size.js';
import { Search } from '../../ui/icon.js';
import { Kbd } from '../../ui/kbd.js';
import styles from './block-palette.module.css';

/** Looks like the field that it opens. */
export function OpenField({ onOpen }: { onOpen: () => void }) {
  return (
    <Button className={styles.open} onPress={onOpen}>
      <Search {...smallIconSize} />
      <span>{words.add}</span>
      <Kbd keys={words.slash} />
    </Button>
  );
}
