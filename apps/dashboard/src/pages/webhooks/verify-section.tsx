/** Lets the author of a receiver reproduce the signature. A typed secret stays in this page. */
import { useState } from 'react';
import { ownSignature } from '../../core/delivery/own-signature.js';
import {
  type SnippetLanguage,
  snippetLanguages,
  verifySnippet,
} from '../../core/delivery/verify-snippet.js';
import type { SentRequest } from '../../data/webhooks.queries.js';
import { webhooksText as words } from '../../text/webhooks.js';
import { Button } from '../../ui/button.js';
import { CodeBlock } from '../../ui/code-block.js';
import { Segment } from '../../ui/segment.js';
import { TextField } from '../../ui/text-field.js';
import styles from './webhooks-page.module.css';

export interface VerifySectionProps {
  sent: SentRequest;
  /** The number of the attempt. */
  attempt: number;
}

export function VerifySection({ sent, attempt }: VerifySectionProps) {
  const [language, setLanguage] = useState<SnippetLanguage>('node');
  const [secret, setSecret] = useState('');
  const [computed, setComputed] = useState<string | null>(null);
  const tried = sent.attempts.find(({ number }) => number === attempt) ?? sent.attempts[0];
  if (sent.body === null) return <p className={styles.section}>{words.noBody}</p>;
  if (tried === undefined) return null;
  const signed = { timestampMs: tried.timestampMs, body: sent.body };
  // Absent outside of secure contexts, whatever its type says.
  const subtle = (globalThis.crypto as Partial<Crypto>).subtle;
  const compute = async (): Promise<void> => {
    if (subtle === undefined) return;
    const mac = await ownSignature(subtle, secret, signed);
    setComputed(`t=${signed.timestampMs},v1=${mac}`);
  };
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
      <TextField
        label={words.secret}
        hint={subtle === undefined ? words.needsHttps : words.secretStays}
        type="password"
        autoComplete="off"
        value={secret}
        onChange={(text) => {
          setSecret(text);
          setComputed(null);
        }}
      />
      <div className={styles.line}>
        <Button
          disabledReason={
            subtle === undefined ? words.needsHttps : secret === '' ? words.typeSecret : null
          }
          onPress={() => void compute()}
        >
          {words.compute}
        </Button>
      </div>
      {computed !== null && <CodeBlock label={words.computed} isWrapped text={computed} />}
    </section>
  );
}
