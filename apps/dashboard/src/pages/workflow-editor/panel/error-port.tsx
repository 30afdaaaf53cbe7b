/** Where a failure goes on, when the block has a port for it. */
import { errorPort } from '@libs/workflow';
import type { DrawnDefinition } from '../../../core/workflow-graph/workflow-graph.js';
import { editorPanelText as words } from '../../../text/editor-panel.js';
import { Button } from '../../../ui/button.js';
import text from '../../../ui/text.module.css';
import { useEditorOf } from '../store/editor-context.js';
import { select } from '../store/editor-store.js';
import styles from './panel.module.css';

export interface ErrorPortProps {
  definition: DrawnDefinition;
  block: { readonly id: string };
}

export function ErrorPort({ definition: { blocks, edges }, block }: ErrorPortProps) {
  const { store } = useEditorOf();
  const targets = edges
    .filter(({ from, port }) => from === block.id && port === errorPort)
    .flatMap(({ to }) => blocks.find(({ id }) => id === to) ?? []);
  if (targets.length === 0) return <p className={text.faint}>{words.noErrorPort}</p>;
  return (
    <div className={styles.line}>
      <span className={text.faint}>{words.errorPort}</span>
      {targets.map(({ id, name }) => (
        <Button key={id} onPress={() => select(store, [id])}>
          {name}
        </Button>
      ))}
    </div>
  );
}
