/** The bytes of an attempt. Its signature is marked once the server has found it right. */
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { type SentRequest, sentVerification } from '../../data/webhooks.queries.js';
import { webhooksText as words } from '../../text/webhooks.js';
import { CodeBlock, JsonText } from '../../ui/code-block.js';
import { requestLines, requestText } from './request-text.js';
import styles from './webhooks-page.module.css';

export interface SentSectionProps {
  workspaceId: string;
  deliveryId: string;
  sent: SentRequest;
  /** The number of the attempt. */
  attempt: number;
}

/** `t=…,v1=…`: what comes before the code, and the code. */
const signed = /^(.*v1[=,])([\w+/=]+)$/;

export function SentSection({ workspaceId, deliveryId, sent, attempt }: SentSectionProps) {
  const verified = useQuery({
    ...sentVerification(workspaceId, deliveryId, attempt),
    enabled: sent.attempts.some(
      ({ number, signature }) => number === attempt && signature !== null,
    ),
  });
  const isRight = verified.data?.data.matches === true;
  const { first, headers } = requestLines(sent, words.hidden);
  return (
    <CodeBlock label={words.request} isWrapped text={requestText(sent, words.hidden)}>
      {`${first}\n`}
      {headers.map(({ name, value }) => {
        const [, before, code] = signed.exec(value) ?? [];
        return (
          <Fragment key={name}>
            <span className={styles.key}>{name}</span>
            {`: ${before ?? value}`}
            {code !== undefined && (
              <span className={styles.code} data-right={isRight ? '' : undefined}>
                {code}
              </span>
            )}
            {'\n'}
          </Fragment>
        );
      })}
      {'\n'}
      {sent.body !== null && <JsonText text={sent.body} />}
    </CodeBlock>
  );
}
