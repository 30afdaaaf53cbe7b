/** Below the canvas: the last runs of the workflow, and the one whose outcomes are shown. */
import { type ReactNode, useState } from 'react';
import { lazyPart } from '../../../parts/lazy/lazy-part.js';
import { Sparkline } from '../../../parts/sparkline/sparkline.js';
import { editorRunText } from '../../../text/editor-run.js';
import { Button } from '../../../ui/button.js';
import { ChevronDown, ChevronUp, X } from '../../../ui/icon.js';
import { IconButton } from '../../../ui/icon-button.js';
import { useIsNarrow } from '../../../ui/use-is-narrow.js';
import { runBars } from '../model/run-bars.js';
import { RunNote, RunSentence } from './run-sentence.js';
import styles from './run.module.css';
import { useRuns } from './runs-context.js';

const { dock: words } = editorRunText;

/** With its gap. */
const barPx = 6;

const RunList = lazyPart(async () => (await import('./run-list.js')).RunList);

/** The canvas with its runs below. */
export function Docked({ children }: { children: ReactNode }) {
  return (
    <div className={styles.column}>
      {children}
      <RunDock />
    </div>
  );
}

function RunDock() {
  const { rows, chosenId, isOnCanvas, choose } = useRuns();
  const isNarrow = useIsNarrow();
  const [isOpen, setOpen] = useState(false);
  const bars = runBars(rows ?? []);
  const failed = bars.filter(({ errors }) => errors > 0).length;
  return (
    <section className={styles.dock} aria-label={words.label}>
      <div className={styles.bar}>
        <Button
          tone="ghost"
          icon={isOpen ? ChevronDown : ChevronUp}
          aria-expanded={isOpen}
          onPress={() => setOpen(!isOpen)}
        >
          {words.title}
        </Button>
        {bars.length > 0 && (
          <span className={styles.bars} style={{ width: bars.length * barPx }}>
            <Sparkline bars={bars} label={words.bars(bars.length, failed)} />
          </span>
        )}
        <RunSentence />
        <span className={styles.note}>
          <RunNote />
        </span>
        {(isNarrow ? chosenId !== null : isOnCanvas) && (
          <IconButton tone="ghost" icon={X} label={words.hide} onPress={() => choose(null)} />
        )}
      </div>
      {isOpen && <RunList />}
    </section>
  );
}
