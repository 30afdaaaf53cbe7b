/** The state of the installation as lines of a name and a value. */
import type { Operations } from '@libs/client';
import { aboutText as words } from '../../../text/about.js';

type System = Operations['getSystem']['answer']['data'];

interface Fact {
  readonly name: string;
  readonly value: string;
}

export function factsOf({ status, details }: System): readonly Fact[] {
  const service = { name: words.service, value: words.serviceStates[status] };
  if (details === undefined) return [service];
  const { versions, kafka, postgres, problems } = details;
  return [
    service,
    ...problems.map((value) => ({ name: words.problem, value })),
    { name: words.kafka, value: words.states[kafka] },
    {
      name: words.postgres,
      value: [words.states[postgres], versions.postgres].filter(Boolean).join(', '),
    },
    { name: words.node, value: versions.node },
    { name: words.engines, value: versions.engines.join(', ') || words.noEngine },
  ];
}
