/** Lays out one workflow after another, beside the page. */
import { layoutWorkflow } from '../../core/layout/layout.js';
import type { LayoutInput } from '../../core/layout/layout-input.js';

interface Request {
  readonly id: number;
  readonly input: LayoutInput;
}

self.onmessage = ({ data: { id, input } }: MessageEvent<Request>): void => {
  self.postMessage({ id, layout: layoutWorkflow(input) });
};
