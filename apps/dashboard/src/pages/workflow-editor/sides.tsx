/** What stands beside the canvas once it is asked for. The canvas does not wait for its code. */
import { lazyPart } from '../../parts/lazy/lazy-part.js';
import { useEditor } from './store/editor-context.js';

export const WebhooksPanel = lazyPart(
  async () => (await import('../../parts/workflow-webhooks/webhooks-panel.js')).WebhooksPanel,
);

export const DeploySide = lazyPart(async () => (await import('./deploy-side.js')).DeploySide);

const ChosenBlock = lazyPart(async () => (await import('./panel/block-panel.js')).BlockPanel);

export function BlockPanel(props: { readOnlyReason: string | null }) {
  const isChosen = useEditor(({ selected }) => selected.length > 0);
  return isChosen ? <ChosenBlock {...props} /> : null;
}

export const TestsSide = lazyPart(async () => (await import('./tests/tests-side.js')).TestsSide);
