/** Compares large definitions, so that the page stays free meanwhile. */
import { diffDefinitions } from '../../core/edit/diff/definition-diff.js';

interface Request {
  readonly id: number;
  readonly before: string;
  readonly after: string;
}

self.onmessage = ({ data: { id, before, after } }: MessageEvent<Request>): void => {
  self.postMessage({ id, diff: diffDefinitions(before, after) });
};
