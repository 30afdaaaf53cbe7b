/** One sentence about what is wrong, and one button where the right name is known. */
import type { ReactNode } from 'react';
import type { Mistake } from '../../core/completion/field-references.js';
import { expressionText as words } from '../../text/expression.js';
import { Button } from '../../ui/button.js';
import { TriangleAlert } from '../../ui/icon.js';
import { iconSize } from '../../ui/icon-size.js';
import { Silhouette } from '../../ui/silhouette.js';
import styles from './expression-field.module.css';
import type { FieldProblem, Wave } from './field-problem.js';
import { waveOfMistake } from './waves.js';

export interface MistakeLineProps {
  id: string;
  mistake: Mistake;
  /** Null: the text is only read. */
  onFix: (() => void) | null;
}

export function MistakeLine({ id, mistake, onFix }: MistakeLineProps) {
  return (
    <Line id={id} tone={waveOfMistake(mistake).tone}>
      <MistakeText mistake={mistake} />
      {mistake.fix !== null && onFix !== null && (
        <Button keys={words.replaceKeys} onPress={onFix}>
          {words.replace}
        </Button>
      )}
    </Line>
  );
}

export function ProblemLine({ id, problem }: { id: string; problem: FieldProblem }) {
  return (
    <Line id={id} tone={problem.isWarning === true ? 'warning' : 'error'}>
      <span>{problem.message}</span>
    </Line>
  );
}

function Line({ id, tone, children }: { id: string; tone: Wave['tone']; children: ReactNode }) {
  return (
    <div id={id} className={styles.problem} data-tone={tone}>
      {tone === 'warning' ? <TriangleAlert {...iconSize} /> : <Silhouette name="error" />}
      {children}
    </div>
  );
}

function MistakeText({ mistake: { kind, name, block, fix } }: { mistake: Mistake }) {
  const [before, after] = words.wrong[kind](block ?? '');
  const [meant, end] = words.meant;
  return (
    <span>
      {before}
      <code>{name}</code>
      {after}
      {fix !== null && (
        <>
          {' '}
          {meant}
          <code className={styles.meant}>{nameIn(fix.text)}</code>
          {end}
        </>
      )}
    </span>
  );
}

/** `.data`, `["a b"]` and `{{KEY}}` without what is written around them. */
const nameIn = (text: string): string =>
  text.replace(/^(?:\.|\[["']?|\{\{)/, '').replace(/(?:["']?\]|\}\})$/, '');
