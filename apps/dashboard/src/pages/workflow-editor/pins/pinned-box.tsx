/** A pinned output: hatched around, because it is no real data, and plain under the code. */
import { absoluteText } from '../../../core/format/format.js';
import { sizeText } from '../../../core/format/size-text.js';
import { paths } from '../../../core/paths/paths.js';
import type { Pin } from '../../../data/pins.queries.js';
import { useZone } from '../../../data/preferences.js';
import { JsonViewer } from '../../../parts/json-viewer/json-viewer.js';
import { Time } from '../../../parts/time/time.js';
import { pinText as words } from '../../../text/pins.js';
import { AppLink } from '../../../ui/app-link.js';
import { Button } from '../../../ui/button.js';
import { Pencil, Pin as PinIcon } from '../../../ui/icon.js';
import { iconSize } from '../../../ui/icon-size.js';
import text from '../../../ui/text.module.css';
import { useEditorOf } from '../store/editor-context.js';
import styles from './pins.module.css';
import type { Pinning } from './use-pinning.js';
import { useWho } from './use-pins.js';

export interface PinnedBoxProps {
  pin: Pin;
  pinning: Pinning;
  disabledReason: string | null;
}

const shownCharacters = 8;

export function PinnedBox({ pin, pinning, disabledReason }: PinnedBoxProps) {
  const { workspaceId } = useEditorOf();
  const zone = useZone();
  const who = useWho();
  const { executionId, pinnedAt, pinnedBy, sizeBytes } = pin;
  return (
    <div className={styles.box}>
      <div className={styles.line}>
        <PinIcon {...iconSize} />
        <p className={styles.facts}>
          <b>
            {words.pinnedBefore} <Time at={pinnedAt} /> {words.by(who(pinnedBy))}
          </b>
          <small>
            {absoluteText(pinnedAt, zone)}
            {executionId !== null && (
              <>
                {', '}
                {words.fromRun}{' '}
                <AppLink className={text.link} href={paths.execution(workspaceId, executionId)}>
                  <code>{executionId.slice(-shownCharacters)}</code>
                </AppLink>
              </>
            )}
          </small>
        </p>
        <Button
          icon={PinIcon}
          isPending={pinning.remove.isPending}
          disabledReason={disabledReason}
          onPress={() => pinning.remove.mutate(pin)}
        >
          {words.unpin}
        </Button>
      </div>
      <div className={styles.line}>
        <div className={styles.value}>
          <JsonViewer title={words.pinned} text={pin.text} fileName={`${pin.blockId}-pin.json`} />
        </div>
      </div>
      <div className={styles.line}>
        <Button
          tone="ghost"
          icon={Pencil}
          disabledReason={disabledReason}
          onPress={() =>
            pinning.edit({ text: pin.text, executionId: pin.executionId, isMasked: false })
          }
        >
          {words.edit}
        </Button>
        <span className={styles.size}>{sizeText(sizeBytes)}</span>
      </div>
    </div>
  );
}
