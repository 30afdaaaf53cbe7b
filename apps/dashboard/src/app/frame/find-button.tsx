import { Button } from 'react-aria-components/Button';
import { keysText } from '../../core/keys/keys-text.js';
import { isMac } from '../../data/platform.js';
import { frame as words } from '../../text/frame.js';
import { smallIconSize } from '../../ui/icon-size.js';
import { Search } from '../../ui/icon.js';
import { Kbd } from '../../ui/kbd.js';
import { Tooltip } from '../../ui/tooltip.js';
import styles from './rail.module.css';

const keys = keysText('mod k', isMac);

export function FindButton({ isSlim, onPress }: { isSlim: boolean; onPress: () => void }) {
  return (
    <Tooltip text={isSlim ? words.find : null} keys={keys} placement="right">
      <Button className={styles.find} onPress={onPress}>
        <Search {...smallIconSize} />
        <span className={styles.text}>{words.find}</span>
        <span className={styles.keys} aria-hidden="true">
          <Kbd keys={keys} />
        </span>
      </Button>
    </Tooltip>
  );
}
