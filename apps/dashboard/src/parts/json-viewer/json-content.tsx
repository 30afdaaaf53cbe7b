/** The tree or the text of a payload. Waits for the worker that reads a long one. */
import { lazy, use } from 'react';
import { jsonViewer as words } from '../../text/json-viewer.js';
import { CodeBlock } from '../../ui/code-block.js';
import { JsonTreeView } from './json-tree-view.js';
import styles from './json-viewer.module.css';
import { isLong, longLines, longTree, shortLines, shortTree } from './read-json.js';

const LongText = lazy(() =>
  import('./long-text.js').then(({ LongText: Text }) => ({ default: Text })),
);

export interface JsonContentProps {
  title: string;
  text: string;
  block: string | null;
  tone: 'plain' | 'error';
  shape: 'tree' | 'text';
  isFinding: boolean;
}

export function JsonContent(props: JsonContentProps) {
  return props.shape === 'tree' ? <AsTree {...props} /> : <AsText {...props} />;
}

function AsTree(props: JsonContentProps) {
  const { text } = props;
  const tree = isLong(text) ? use(longTree(text)) : shortTree(text);
  const isJson = tree.count > 0 && (tree.brokenAt === null || tree.isCut);
  if (!isJson)
    return (
      <>
        <AsText {...props} />
        {text !== '' && <p className={styles.note}>{words.notJson}</p>}
      </>
    );
  return <JsonTreeView key={text} {...props} tree={tree} />;
}

function AsText({ title, text, tone }: JsonContentProps) {
  const lines = isLong(text) ? use(longLines(text)) : shortLines(text);
  if (isLong(text)) return <LongText label={title} text={lines} />;
  return (
    <CodeBlock
      label={title}
      text={lines}
      language="json"
      tone={tone === 'error' ? 'error' : 'quiet'}
      isWrapped
      hasCopy={false}
    />
  );
}
