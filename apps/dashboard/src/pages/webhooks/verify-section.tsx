/** Lets the author of a receiver reproduce the signature, which the server has checked. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type SnippetLanguage,
  snippetLanguages,
  verifySnippet,
} from '../../core/delivery/verify-snippet.js';
import { type SentRequest, sentVerification } from '../../data/webhooks.queries.js';
import { webhooksText as words } from '../../text/webhooks.js';
import { CodeBlock } from '../../ui/code-block.js';
import { Segment } from '../../ui/segment.js';
import { OwnSecret } from './own-secret.js';
import { ReceivedSection } from './received-section.js';
import { Verdict } from './verdict.js';
import styles from './webhooks-page.module.css';

export interface VerifySectionProps {
  workspaceId: string;
  sent: SentRequest;
  /** The number of the attempt. */
  attempt: number;
}

export function VerifySection({ workspaceId, sent, attempt }: VerifySectionProps) {
  const [language, setLanguage] = useState<SnippetLanguage>('node');
  const tried = sent.attempts.find(({ number }) => number === attempt) ?? sent.attempts[0];
  const verified = useQuery(sentVerification(workspaceId, sent, tried?.number ?? 0));
  if (sent.body === null) return <p className={styles.section}>{words.noBody}</p>;
  if (tried === undefined) return null;
  const signed = { timestampMs: tried.timestampMs, body: sent.body };
  return (
    <section className={styles.section}>
      <div className={styles.line}>
        <h3>{words.verify}</h3>
        <span className={styles.space} />
        <Segment
          label={words.language}
          choices={snippetLanguages.map((id) => ({ id, label: words.languages[id] }))}
          chosen={language}
          onChoose={(id) => setLanguage(snippetLanguages.find((one) => one === id) ?? 'node')}
        />
      </div>
      <CodeBlock label={words.verify} text={verifySnippet(language, signed)} />
      <p className={styles.says}>{words.verifyDetail}</p>
      {verified.data !== undefined && <Verdict {...verified.data.data} said={words.isRight} />}
      <details className={styles.own}>
        <summary>{words.ownSecret}</summary>
        <OwnSecret signed={signed} />
        <ReceivedSection
          key={attempt}
          workspaceId={workspaceId}
          deliveryId={sent.deliveryId}
          attempt={attempt}
        />
      </details>
    </section>
  );
}
