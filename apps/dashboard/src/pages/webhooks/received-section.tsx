/** Compares what a receiver says that it got with what was sent. The server does the sum. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { verifyDelivery } from '../../data/webhooks.queries.js';
import { failureText } from '../../parts/failure/failure-notice.js';
import { webhooksText as words } from '../../text/webhooks.js';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/notice.js';
import { TextArea } from '../../ui/text-area.js';
import { TextField } from '../../ui/text-field.js';
import { Verdict } from './verdict.js';
import styles from './webhooks-page.module.css';

export interface ReceivedSectionProps {
  workspaceId: string;
  deliveryId: string;
  /** The number of the attempt; null: none was made. */
  attempt: number | null;
}

export function ReceivedSection({ workspaceId, deliveryId, attempt }: ReceivedSectionProps) {
  const [signature, setSignature] = useState('');
  const [body, setBody] = useState('');
  const check = useMutation({
    mutationFn: () =>
      verifyDelivery(workspaceId, deliveryId, {
        ...(attempt !== null && { attempt }),
        ...(signature.trim() !== '' && { signature: signature.trim() }),
        ...(body !== '' && { body }),
      }),
  });
  const change = (act: () => void): void => {
    act();
    check.reset();
  };
  return (
    <section className={styles.received} aria-label={words.received}>
      <h3>{words.received}</h3>
      <p className={styles.says}>{words.receivedDetail}</p>
      <TextField
        label={words.receivedSignature}
        hint={words.receivedSignatureHint}
        autoComplete="off"
        value={signature}
        onChange={(text) => change(() => setSignature(text))}
      />
      <TextArea
        label={words.receivedBody}
        hint={words.receivedBodyHint}
        isMono
        lines={2}
        value={body}
        onChange={(text) => change(() => setBody(text))}
      />
      <div className={styles.line}>
        <Button isPending={check.isPending} onPress={() => check.mutate()}>
          {words.check}
        </Button>
      </div>
      {check.error !== null && <Notice tone="error" title={failureText(check.error)} />}
      {check.data !== undefined && <Verdict {...check.data.data} />}
    </section>
  );
}
