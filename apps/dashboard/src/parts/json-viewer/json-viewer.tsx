/**
 * A payload: up to 1 MiB as a tree that folds, finds and names paths; up to 10 MiB as text; beyond
 * that as a download. Loaded with the page that needs it; its editor for text only when asked.
 */
import { Suspense, useState } from 'react';
import { sizeText } from '../../core/format/size-text.js';
import { common } from '../../text/common.js';
import { jsonViewer as words } from '../../text/json-viewer.js';
import { Badge } from '../../ui/badge.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Braces, Download, Search } from '../../ui/icon.js';
import { IconButton } from '../../ui/icon-button.js';
import { Notice } from '../../ui/notice.js';
import { Skeleton } from '../../ui/skeleton.js';
import { downloadText } from './download.js';
import { JsonContent } from './json-content.js';
import styles from './json-viewer.module.css';

export interface JsonViewerProps {
  /** What the payload is: "Output". */
  title: string;
  text: string;
  /** The block that gave it, in the compared form of its name: paths are references to it. */
  block?: string | null;
  /** Of the download. */
  fileName: string;
  tone?: 'plain' | 'error';
  /** The whole of it, when `text` is only its beginning. */
  wholeBytes?: number | null;
}

const treeLength = 1024 * 1024;
const textLength = 10 * 1024 * 1024;

export function JsonViewer({ title, text, block = null, fileName, ...props }: JsonViewerProps) {
  const { tone = 'plain', wholeBytes = null } = props;
  const [isRaw, setRaw] = useState(false);
  const [isFinding, setFinding] = useState(false);
  const isTree = text.length <= treeLength;
  const size = sizeText(wholeBytes ?? text.length);
  const isShown = text.length <= textLength;
  return (
    <section className={styles.viewer} aria-label={title}>
      <header className={styles.head}>
        <h3>{title}</h3>
        <Badge isMono>{size}</Badge>
        <span className={styles.space} />
        {isTree && !isRaw && (
          <IconButton
            tone="ghost"
            icon={Search}
            label={words.find}
            isPressed={isFinding}
            onPress={() => setFinding(!isFinding)}
          />
        )}
        {isTree && (
          <IconButton
            tone="ghost"
            icon={Braces}
            label={words.raw}
            isPressed={isRaw}
            onPress={() => setRaw(!isRaw)}
          />
        )}
        <IconButton
          tone="ghost"
          icon={Download}
          label={words.download}
          onPress={() => downloadText(text, fileName)}
        />
        {isShown && <CopyButton tone="ghost" text={text} label={words.copy} />}
      </header>
      {isShown ? (
        <Suspense fallback={<Skeleton label={common.loading} rows={4} columns="1fr" />}>
          <JsonContent
            {...{ title, text, block, tone, isFinding }}
            shape={isTree && !isRaw ? 'tree' : 'text'}
          />
        </Suspense>
      ) : (
        <Notice title={words.tooLarge(size)} detail={words.tooLargeDetail} />
      )}
      {text.includes('***') && <p className={styles.note}>{words.masked}</p>}
      {wholeBytes !== null && wholeBytes > text.length && (
        <p className={styles.note}>{words.cut}</p>
      )}
    </section>
  );
}
