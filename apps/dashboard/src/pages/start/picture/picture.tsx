/** The run at the right: its blocks, what the receiver got of it, and the ledger below. */
import { startText } from '../../../text/start.js';
import { Server } from '../../../ui/icon.js';
import { smallIconSize } from '../../../ui/icon-size.js';
import { Mark } from '../../../ui/mark.js';
import { readRun } from '../read-run.js';
import { receivedOf, type ShownDemo } from '../use-demo.js';
import { DemoCanvas } from './demo-canvas.js';
import { LedgerCard } from './ledger-card.js';
import styles from './picture.module.css';
import { ReceiverCard } from './receiver-card.js';
import { useReveal } from './use-reveal.js';

const { picture: words } = startText;

export function Picture({ shown }: { shown: ShownDemo }) {
  const { workspaceId, demo, definition, executionId, delivery, start } = shown;
  const read = readRun(shown.run, delivery);
  const lines = read?.lines ?? [];
  // Only what the person started here is shown step by step; what is found again stands at once.
  const isOwn = start.data?.executionId === executionId && executionId !== null;
  const revealed = useReveal(executionId, lines.length, isOwn);
  const received = receivedOf(demo, delivery?.id ?? null);
  return (
    <section className={styles.picture} aria-label={words.label}>
      <h2 className={styles.caption}>
        <Mark size={16} />
        {words.service}
      </h2>
      <DemoCanvas definition={definition} read={read} shown={revealed} />
      <h2 className={`${styles.caption} ${styles.receiver}`}>
        <Server {...smallIconSize} />
        {words.receiver}
      </h2>
      <ReceiverCard
        workspaceId={workspaceId}
        executionId={executionId}
        secretHint={demo.secretHint}
        received={received}
        wasTried={(delivery?.attempts.length ?? 0) > 0}
      />
      <LedgerCard lines={lines.slice(0, revealed)} place={read?.head.ledger ?? null} />
    </section>
  );
}
