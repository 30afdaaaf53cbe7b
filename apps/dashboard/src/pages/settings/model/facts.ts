/** The state of the installation as terms and values, and what a consumer's lag means. */
import type { Operations } from '@libs/client';
import { countText } from '../../../core/format/format.js';
import { aboutText as words } from '../../../text/about.js';

type System = Operations['getSystem']['answer']['data'];

interface Fact {
  readonly term: string;
  readonly value: string;
}

export function factsOf({ details }: System, version: string): readonly Fact[] {
  const product = { term: words.product, value: version };
  if (details === undefined) return [product];
  const { versions, kafka, postgres } = details;
  return [
    product,
    { term: words.kafka, value: words.states[kafka] },
    {
      term: words.postgres,
      value: [versions.postgres, words.states[postgres]].filter(Boolean).join(', '),
    },
    { term: words.node, value: versions.node.replace(/^v/, '') },
    { term: words.engines, value: versions.engines.join(', ') || words.noEngine },
  ];
}

/** What is in a delay topic waits for its next attempt. That is its purpose, not a lag. */
const delayTopic = /^webhook\.delivery\.delay\.(.+)$/;

export interface Lag {
  readonly text: string;
  readonly isBehind: boolean;
}

export function lagOf({ topic, lag }: { readonly topic: string; readonly lag: number }): Lag {
  const delay = delayTopic.exec(topic)?.[1];
  if (delay !== undefined)
    return { text: lag === 0 ? words.noneWait : words.wait(countText(lag)), isBehind: false };
  return lag === 0
    ? { text: words.upToDate, isBehind: false }
    : { text: words.recordsBehind(countText(lag)), isBehind: true };
}
