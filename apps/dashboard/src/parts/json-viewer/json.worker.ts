/** Reads large JSON texts, so that the page stays free meanwhile. */
import { indentJson } from '../../core/json/indent-json.js';
import { buffersOf, parseJsonTree } from '../../core/json/parse-json-tree.js';
import type { FromJsonWorker, ToJsonWorker } from './json-messages.js';

const say = (message: FromJsonWorker, transfer: Transferable[] = []): void =>
  self.postMessage(message, { transfer });

self.onmessage = ({ data: { id, kind, text } }: MessageEvent<ToJsonWorker>) => {
  if (kind === 'lines') {
    say({ id, lines: indentJson(text) });
    return;
  }
  const tree = parseJsonTree(text);
  say({ id, tree }, buffersOf(tree));
};
