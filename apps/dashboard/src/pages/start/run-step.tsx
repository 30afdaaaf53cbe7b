import type { UseMutationResult } from '@tanstack/react-query';
import type { DemoAnswer } from '../../data/demo.js';
import { failureText } from '../../parts/failure/failure-notice.js';
import { startText } from '../../text/start.js';
import { Button } from '../../ui/button.js';
import { CodeBlock } from '../../ui/code-block.js';
import { Play } from '../../ui/icon.js';
import styles from './start-page.module.css';

const { run: words } = startText;

export interface RunStepProps {
  triggerUrl: string;
  run: UseMutationResult<DemoAnswer, Error, string>;
}

export function RunStep({ triggerUrl, run }: RunStepProps) {
  const { data, error, isPending, mutate } = run;
  return (
    <section className={styles.step}>
      <h2>{words.title}</h2>
      <p className={styles.detail}>{words.detail}</p>
      <div>
        <Button
          tone="primary"
          size="large"
          icon={Play}
          isPending={isPending}
          onPress={() => mutate(triggerUrl)}
        >
          {words.button}
        </Button>
      </div>
      <p className={styles.detail}>{words.sameCall}</p>
      <CodeBlock label={words.curlLabel} text={words.curlLine(triggerUrl)} isWrapped />
      <div role="status" className={styles.outcome}>
        {data && (
          <>
            <p>{words.answered(data.status)}</p>
            <CodeBlock label={words.answerLabel} text={data.text} language="json" isWrapped />
          </>
        )}
        {error && <p className={styles.problem}>{failureText(error)}</p>}
      </div>
    </section>
  );
}
