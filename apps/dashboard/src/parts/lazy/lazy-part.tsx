/** A component whose code is loaded when it is first shown, and again after an outage. */
import { type ComponentType, type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { useConnection } from '../../data/connection.js';
import { common } from '../../text/common.js';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/notice.js';
import { type Chunk, chunkOf } from './chunk.js';

const Nothing = (): null => null;

/** @param Waiting shown until the code is there */
export function partOf<Props extends object>(
  chunk: Chunk<ComponentType<Props>>,
  Waiting: () => ReactNode = Nothing,
): (props: Props) => ReactNode {
  return function LazyPart(props: Props) {
    const state = useSyncExternalStore(chunk.subscribe, chunk.state);
    const isLive = useConnection().state === 'live';
    // The outside system is the network: it may have come back.
    useEffect(() => {
      if (isLive || chunk.state().kind === 'missing') void chunk.load();
    }, [isLive]);
    switch (state.kind) {
      case 'loaded': {
        const { value: Part } = state;
        return <Part {...props} />;
      }
      case 'failed':
        return <CodeMissing isLive={isLive} onRetry={() => void chunk.load()} />;
      case 'missing':
      case 'loading':
        return <Waiting />;
    }
  };
}

export const lazyPart = <Props extends object>(
  read: () => Promise<ComponentType<Props>>,
  Waiting?: () => ReactNode,
): ((props: Props) => ReactNode) => partOf(chunkOf(read), Waiting);

const { code: words } = common;

function CodeMissing({ isLive, onRetry }: { isLive: boolean; onRetry: () => void }) {
  if (!isLive)
    return (
      <Notice tone="error" title={words.offline} detail={words.offlineDetail}>
        <Button onPress={onRetry}>{common.retry}</Button>
      </Notice>
    );
  // The service answers, but no longer has this file: it was updated meanwhile.
  return (
    <Notice tone="error" title={words.gone} detail={words.goneDetail}>
      <Button onPress={() => window.location.reload()}>{common.failure.reload}</Button>
    </Notice>
  );
}
