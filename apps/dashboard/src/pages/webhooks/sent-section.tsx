/** The bytes of an attempt. Its signature is marked once the server has found it right. */
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { indented, parseExact } from '../../core/json/exact-json.js';
import { type SentRequest, sentVerification } from '../../data/webhooks.queries.js';
import { webhooksText as words } from '../../text/webhooks.js';
import { CodeBlock, JsonText } from '../../ui/code-block.js';
import { Segment } from '../../ui/segment.js';
import { requestLines, requestText } from './request-text.js';
import styles from './webhooks-page.module.css';

export interface SentSectionProps {
  workspaceId: string;
  sent: SentRequest;
  shape: BodyShape;
}

const shapes = ['formatted', 'sent'] as const;
/** The body with line breaks, or byte by byte. What is copied is always what was sent. */
export type BodyShape = (typeof shapes)[number];

interface BodyShapesProps {
  shape: BodyShape;
  onChoose: (shape: BodyShape) => void;
}

export function BodyShapes({ shape, onChoose }: BodyShapesProps) {
  return (
    <Segment
      label={words.bodyShape}
      choices={shapes.map((id) => ({ id, label: words.bodyShapes[id] }))}
      chosen={shape}
      onChoose={(id) => onChoose(shapes.find((one) => one === id) ?? 'formatted')}
    />
  );
}

function formatted(body: string): string {
  try {
    return indented(parseExact(body));
  } catch {
    return body;
  }
}

/** `t=…,v1=…` of `service-signature`: what comes before the code, and the code. */
const signed = /^(t=\d+,v1=)([\da-f]+)$/;
/** Longer bodies are shown without colours: each piece is an element of its own. */
const longestColoured = 16 * 1_024;

export function SentSection({ workspaceId, sent, shape }: SentSectionProps) {
  const verified = useQuery(sentVerification(workspaceId, sent, sent.attempt ?? 0));
  const isRight = verified.data?.data.matches === true;
  const { first, headers } = requestLines(sent, words.hidden);
  return (
    <CodeBlock label={words.request} isWrapped isCapped text={requestText(sent, words.hidden)}>
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
      {sent.body !== null &&
        (sent.body.length > longestColoured ? (
          sent.body
        ) : (
          <JsonText text={shape === 'sent' ? sent.body : formatted(sent.body)} />
        ))}
    </CodeBlock>
  );
}
