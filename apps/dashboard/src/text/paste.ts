/** What is said after something was pasted on a canvas. */
import type { PasteRefusal } from '../core/paste/paste.js';
import { curlText } from './curl.js';

export const pasteText = {
  pasted: (n: number) => (n === 1 ? 'Pasted 1 block' : `Pasted ${n} blocks`),
  leftOut: (names: readonly string[]) =>
    `Left out ${names.join(', ')}: this workflow has a trigger already`,
  nothing: 'Copy blocks, a curl command or a workflow, and paste it here',
} as const;

export function pasteRefusalText(refusal: PasteRefusal): string {
  switch (refusal.reason) {
    case 'badCurl': {
      const [problem] = refusal.problems;
      return problem === undefined ? pasteText.nothing : curlText[problem.code](problem.subject);
    }
    case 'newerCopy':
      return 'A newer dashboard copied these blocks. Reload this page, and paste again';
    case 'tooMany':
      return 'A workflow has at most 1,000 blocks';
    case 'secondTrigger':
      return pasteText.leftOut(refusal.names);
  }
}
