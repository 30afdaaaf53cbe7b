/** Computes the signature with a secret that is typed in. It stays in this page. */
import { useState } from 'react';
import { ownSignature } from '../../core/delivery/own-signature.js';
import { webhooksText as words } from '../../text/webhooks.js';
import { Button } from '../../ui/button.js';
import { CodeBlock } from '../../ui/code-block.js';
import { TextField } from '../../ui/text-field.js';
import styles from './webhooks-page.module.css';

export interface OwnSecretProps {
  signed: { readonly timestampMs: number; readonly body: string };
}

export function OwnSecret({ signed }: OwnSecretProps) {
  const [secret, setSecret] = useState('');
  const [computed, setComputed] = useState<string | null>(null);
  // Absent outside of secure contexts, whatever its type says.
  const subtle = (globalThis.crypto as Partial<Crypto>).subtle;
  const compute = async (): Promise<void> => {
    if (subtle === undefined) return;
    const mac = await ownSignature(subtle, secret, signed);
    setComputed(`t=${signed.timestampMs},v1=${mac}`);
  };
  return (
    <>
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
    </>
  );
}
