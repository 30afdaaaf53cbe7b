/** What the receiver of the demo got, and how it checked it. */
import { Link } from '@tanstack/react-router';
import { durationText } from '../../../core/format/format.js';
import { paths } from '../../../core/paths/paths.js';
import type { ReceivedWebhook } from '../../../data/start.queries.js';
import { startText } from '../../../text/start.js';
import { Badge } from '../../../ui/badge.js';
import { CodeBlock, JsonText } from '../../../ui/code-block.js';
import { MailOpen } from '../../../ui/icon.js';
import { iconSize } from '../../../ui/icon-size.js';
import { Silhouette } from '../../../ui/silhouette.js';
import link from '../../../ui/text.module.css';
import { shortHex, signedHeader } from '../model/short-hex.js';
import styles from './receiver-card.module.css';

const { picture: words } = startText;

export interface ReceiverCardProps {
  workspaceId: string;
  executionId: string | null;
  secretHint: string;
  received: ReceivedWebhook | null;
  /** The service has sent it, whether the receiver remembers or not. */
  wasTried: boolean;
}

export function ReceiverCard({ received, wasTried, ...props }: ReceiverCardProps) {
  const { workspaceId, executionId, secretHint } = props;
  return (
    <div className={styles.card}>
      <header className={styles.head}>
        <MailOpen {...iconSize} />
        <h3 className={styles.request}>{words.request}</h3>
        {received !== null && (
          <Badge tone={received.status < 300 ? 'success' : 'error'}>
            {words.answered(received.status)}
          </Badge>
        )}
      </header>
      {received === null ? (
        <p className={styles.none}>{wasTried ? words.forgotten : words.nothing}</p>
      ) : (
        <Received received={received} secretHint={secretHint} />
      )}
      {executionId !== null && (
        <footer className={styles.foot}>
          <Link className={link.link} to={paths.execution(workspaceId, executionId)}>
            {words.openExecution}
          </Link>
          <Link className={link.link} to={paths.webhooks(workspaceId)}>
            {words.verify}
          </Link>
        </footer>
      )}
    </div>
  );
}

interface ReceivedProps {
  received: ReceivedWebhook;
  secretHint: string;
}

function Received({ received, secretHint }: ReceivedProps) {
  const { signature, body, headers } = received;
  const header = signature === null ? null : signedHeader(headers, signature.received);
  if (signature === null || header === null)
    return (
      <>
        <CodeBlock label={words.arrived} isWrapped text={body} language="json" />
        <p className={styles.verdict} data-equal="false">
          {words.unsigned}
        </p>
      </>
    );
  const mark = (hex: string) => (
    <span className={styles.signature} data-equal={signature.equal}>
      {shortHex(hex)}
    </span>
  );
  return (
    <>
      <h4 className={styles.title}>{words.arrived}</h4>
      <div className={styles.arrived}>
        <CodeBlock
          label={words.arrived}
          isWrapped
          text={`${header.name}: ${header.before}${signature.received}${header.after}\n\n${body}`}
        >
          <span className={styles.key}>{header.name}</span>
          {`: ${header.before}`}
          {mark(signature.received)}
          {'\n\n'}
          <JsonText text={body} />
        </CodeBlock>
      </div>
      <h4 className={styles.title}>{words.computed}</h4>
      <CodeBlock
        label={words.computed}
        isWrapped
        text={`hmac_sha256("${secretHint}", "${signature.signedPrefix}" + ${words.body}) = ${signature.computed}`}
      >
        {'hmac_sha256('}
        <span className={styles.string}>{`"${secretHint}"`}</span>
        {',\n  '}
        <span className={styles.string}>{`"${signature.signedPrefix}"`}</span>
        {` + ${words.body})\n= `}
        {mark(signature.computed)}
      </CodeBlock>
      <p className={styles.verdict} data-equal={signature.equal}>
        <Silhouette name={signature.equal ? 'success' : 'error'} />
        <span>
          <b>{signature.equal ? words.equal : words.different}</b>{' '}
          {signature.equal
            ? words.equalDetail(durationText(signature.ageMs))
            : words.differentDetail}
        </span>
      </p>
    </>
  );
}
