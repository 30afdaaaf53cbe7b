/** The chosen value below the tree: its path as a reference, all of a long text, a file in it. */
import { fileAt } from '../../core/json/json-file.js';
import { pathText, referenceTo } from '../../core/json/json-path.js';
import { decoded, kindOf, pathOf, valueText } from '../../core/json/json-tree.js';
import type { JsonView } from '../../core/json/json-view.js';
import { jsonViewer as words } from '../../text/json-viewer.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Link } from '../../ui/icon.js';
import { JsonFilePreview } from './json-file-preview.js';
import styles from './json-viewer.module.css';

export interface JsonPlaceProps {
  view: JsonView;
  node: number;
  block: string | null;
}

/** Shorter ones are read in their line. */
const longValue = 40;
/** A page of it; the copy has all. */
const mostShown = 20_000;

export function JsonPlace({ view: { tree, text }, node, block }: JsonPlaceProps) {
  const path = pathOf(tree, text, node);
  const shown = (block === null ? null : referenceTo(block, path)) ?? pathText(path);
  const isText = kindOf(tree, node) === 'string';
  const raw = valueText(tree, text, node);
  const value = isText ? decoded(raw) : raw;
  const file = fileAt(tree, text, node);
  return (
    <div className={styles.place} role="group" aria-label={words.path}>
      <div className={styles.reference}>
        <code className={styles.path}>{shown}</code>
        <CopyButton tone="ghost" icon={Link} text={shown} label={words.copyPath} />
        <CopyButton tone="ghost" text={value} label={words.copyValue} />
      </div>
      {isText && value.length > longValue && (
        // It scrolls, and the keyboard must reach it.
        // eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex
        <pre className={styles.value} tabIndex={0} role="region" aria-label={shown}>
          {value.slice(0, mostShown)}
        </pre>
      )}
      {file !== null && <JsonFilePreview file={file} />}
    </div>
  );
}
