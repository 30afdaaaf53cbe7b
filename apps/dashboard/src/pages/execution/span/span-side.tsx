/**
 * What the chosen row is about. A column on wide windows; on narrower ones a panel above the page,
 * once a person chose something.
 */
import type { ReactNode } from 'react';
import { tryKey } from '../../../core/waterfall/rows.js';
import { CategoryTile } from '../../../parts/category-tile/category-tile.js';
import { executionText } from '../../../text/execution.js';
import { Segment } from '../../../ui/segment.js';
import { SidePanel } from '../../../ui/side-panel.js';
import { type Chosen, chosenOf } from '../model/chosen.js';
import type { ShownExecution } from '../shown-execution.js';
import { BlockSections } from './block-sections.js';
import { ExecutionSections } from './execution-sections.js';
import { IterationSections } from './iteration-sections.js';
import type { SpanSideProps } from './span-props.js';
import styles from './span.module.css';
import { TriggerSections } from './trigger-sections.js';
import { UnreachedSections } from './unreached-sections.js';
import { useIsWide } from './use-is-wide.js';

const { span: words, trace } = executionText;

export function SpanSide(props: SpanSideProps) {
  const { execution, isAsked, onClose } = props;
  const chosen = chosenOf(props.chosen, execution);
  const isWide = useIsWide();
  const title = titleOf(chosen, execution);
  const tries = <Tries chosen={chosen} onChoose={props.onChoose} />;
  const sections = <Sections {...props} shown={chosen} />;
  if (isWide)
    return (
      <aside className={styles.side} aria-label={title}>
        <header className={styles.head}>
          <Tile chosen={chosen} />
          <h2 className={styles.title}>{title}</h2>
          {tries}
        </header>
        <div className={styles.scroll}>{sections}</div>
      </aside>
    );
  if (!isAsked) return null;
  return (
    <SidePanel title={title} actions={tries} onClose={onClose}>
      {sections}
    </SidePanel>
  );
}

function titleOf(chosen: Chosen, { head }: ShownExecution): string {
  switch (chosen.kind) {
    case 'execution':
      return head.workflow.name;
    case 'trigger':
    case 'unreached':
      return chosen.block.name;
    case 'block':
      return chosen.span.name;
    case 'iteration':
      return `${chosen.container.name}, ${trace.iteration(chosen.iteration.index).toLowerCase()}`;
  }
}

function Tile({ chosen }: { chosen: Chosen }) {
  switch (chosen.kind) {
    case 'execution':
      return null;
    case 'trigger':
      return <CategoryTile size={22} blockType={chosen.block.blockType} />;
    case 'unreached':
      return <CategoryTile size={22} blockType={chosen.block.blockType} isGrey />;
    case 'block':
      return <CategoryTile size={22} blockType={chosen.span.blockType} />;
    case 'iteration':
      return <CategoryTile size={22} blockType={chosen.container.blockType} />;
  }
}

/** More do not fit in one line; the rows of the waterfall have all of them. */
const mostTries = 5;

function Tries({ chosen, onChoose }: { chosen: Chosen; onChoose: (key: string) => void }) {
  if (chosen.kind !== 'block') return null;
  const { span, tryNumber } = chosen;
  const count = Math.max(span.attemptCount, span.failedTries.length);
  if (count < 2) return null;
  const first = Math.max(1, Math.min(tryNumber - 2, count - mostTries + 1));
  const numbers = Array.from({ length: Math.min(mostTries, count) }, (_, at) => first + at);
  return (
    <Segment
      label={words.attempts}
      chosen={String(tryNumber)}
      choices={numbers.map((number, at) => ({
        id: String(number),
        label: words.attempt(number, at === 0),
      }))}
      onChoose={(id) => onChoose(Number(id) === count ? span.id : tryKey(span.id, Number(id)))}
    />
  );
}

function Sections({ shown, ...props }: SpanSideProps & { shown: Chosen }): ReactNode {
  switch (shown.kind) {
    case 'execution':
      return <ExecutionSections {...props} />;
    case 'trigger':
      return <TriggerSections {...props} blockId={shown.block.id} />;
    case 'unreached':
      return <UnreachedSections execution={props.execution} blockId={shown.block.id} />;
    case 'block':
      return (
        <BlockSections
          // Another block has its own loads and answers.
          key={shown.span.id}
          {...props}
          span={shown.span}
          tryNumber={shown.tryNumber}
        />
      );
    case 'iteration':
      return <IterationSections {...props} {...shown} />;
  }
}
