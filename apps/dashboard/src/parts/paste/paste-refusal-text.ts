import type { PasteRefusal } from '../../core/paste/paste.js';
import { curlText } from '../../text/curl.js';
import { pasteText } from '../../text/paste.js';

/** Why nothing was pasted, in words. */
export function pasteRefusalText(refusal: PasteRefusal): string {
  switch (refusal.reason) {
    case 'badCurl': {
      const [problem] = refusal.problems;
      return problem === undefined ? pasteText.nothing : curlText[problem.code](problem.subject);
    }
    case 'secondTrigger':
      return pasteText.leftOut(refusal.names);
    case 'newerCopy':
    case 'tooMany':
      return pasteText[refusal.reason];
  }
}
