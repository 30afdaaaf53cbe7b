/**
 * The ports of a block, to take hold of: while the pointer is at it, or it alone is selected. They
 * are marks for the pointer alone: `A` and `C` in the tree of blocks list them by name.
 */
import { useSyncExternalStore } from 'react';
import { portPlaces } from '../../../core/canvas-edit/port-places.js';
import type { GraphBlock } from '../../../core/workflow-graph/workflow-graph.js';
import { canvasEditText } from '../../../text/canvas-edit.js';
import { useStores } from '../canvas-context.js';
import { useNodeSize } from './use-node-size.js';
import { useEditSession } from './edit-session.js';
import styles from './port-handles.module.css';
import { useValue } from './value-store.js';

export function PortHandles({ block }: { block: GraphBlock }) {
  const { hovered, gesture } = useEditSession();
  const isHovered = useValue(hovered, (thing) => 'block' in thing && thing.block === block.id);
  const isWired = useValue(gesture, (now) => now.kind === 'wire' && now.from === block.id);
  const isIdle = useValue(gesture, ({ kind }) => kind === 'none');
  const { picks } = useStores();
  const isAlone = useSyncExternalStore(picks.subscribe, () => {
    const { selected, group } = picks.get();
    return selected === block.id && group.size < 2;
  });
  if (!isWired && !(isIdle && (isHovered || isAlone))) return null;
  return <Handles block={block} />;
}

function Handles({ block }: { block: GraphBlock }) {
  const { hovered, gesture, rules } = useEditSession();
  const size = useNodeSize(block.id);
  const ports = useValue(rules, (now) => now?.portsOf);
  const at = useValue(hovered, (thing) =>
    thing.kind === 'port' && thing.block === block.id ? thing.port : null,
  );
  const wired = useValue(gesture, (now) =>
    now.kind === 'wire' && now.from === block.id ? now.port : null,
  );
  if (ports === undefined || size === null) return null;
  return portPlaces(size, ports(block.id)).map(({ port, at: place }) => {
    const isHeld = port.name === (wired ?? at);
    const isError = port.kind === 'error';
    return (
      <span
        key={port.name}
        aria-hidden
        className={styles.port}
        data-kind={port.kind}
        data-held={isHeld ? '' : undefined}
        style={{ translate: `${place.x}px ${place.y}px` }}
      >
        {(isHeld || isError) && (
          <span className={styles.label}>{isError ? canvasEditText.onError : port.label}</span>
        )}
      </span>
    );
  });
}
