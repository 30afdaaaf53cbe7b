/** The ledger's topics, and the topics that the relay publishes from it. */
import { headers } from './headers.js';
import {
  cloudEvents,
  perExecution,
  repeats,
  identity,
  type TopicWords,
} from './topic-description.js';
import { topics } from './topics.js';

const ledgerHeaders = [...identity, headers.writerId, headers.claimOffset, headers.traceparent];

const exactlyOnce = (what: string): string =>
  `Exactly once per ${what} for consumers with isolation.level=read_committed; others may see records of aborted transactions. The eventId never changes, should a topic be filled again from the ledger.`;

export const ledgerTopics: readonly TopicWords[] = [
  {
    name: topics.requests,
    audience: 'internal',
    purpose: 'Requests to run a workflow: the work queue.',
    why: 'Whoever writes here makes us run something; the HTTP interface is the way in.',
    key: 'executionId',
    ordering: 'By acceptance within a partition.',
    guarantee: repeats('executionId'),
    records: ['ExecutionRequested'],
    headers: [
      ...[...identity, headers.traceparent, headers.reservedAt],
      ...[headers.idempotencyScope, headers.idempotencyKey, headers.requestHash, headers.actsFor],
    ],
  },
  {
    name: topics.control,
    audience: 'internal',
    purpose: 'Orders to executions that already run, such as cancel.',
    why: 'Orders, not facts; given through the HTTP interface.',
    key: 'executionId',
    ordering: perExecution,
    guarantee: repeats('executionId and the record type'),
    records: ['ExecutionCancelRequested', 'ExecutionResumeRequested'],
    headers: [headers.eventType],
  },
  {
    name: topics.events,
    audience: 'internal',
    purpose: 'The raw ledger: what happened, block by block.',
    why: 'Its readers must apply the claim rule: a record whose writer lost the partition is void. The relay publishes what is valid.',
    key: 'executionId',
    ordering: perExecution,
    guarantee: repeats('(executionId, sequence), after the claim rule'),
    records: [
      'PartitionClaimed',
      'ExecutionStarted',
      'BlockStarted',
      'BlockAttemptFailed',
      'BlockOutputStreamed',
      'BlockCompleted',
      'ExecutionParked',
      'ExecutionResumed',
      'ExecutionCompleted',
    ],
    headers: ledgerHeaders,
  },
  {
    name: topics.claims,
    audience: 'internal',
    purpose: 'Who writes which ledger partition.',
    why: 'Part of the claim rule; compacted, because only the newest claim of a partition counts.',
    key: 'ledger partition as decimal text',
    ordering: 'By claim.',
    guarantee: repeats('writerId'),
    records: ['PartitionClaimed'],
    headers: [...identity, headers.writerId],
  },
];

export const publishedTopics: readonly TopicWords[] = [
  {
    name: topics.steps,
    audience: 'public',
    purpose: 'One record per finished block of an execution.',
    why: 'For teams that follow executions while they run.',
    key: 'executionId',
    ordering: perExecution,
    guarantee: exactlyOnce('finished block'),
    records: ['WorkflowStepCompleted'],
    headers: [...cloudEvents, headers.traceparent],
  },
  {
    name: topics.completed,
    audience: 'public',
    purpose: 'One record per ended execution, whatever its end.',
    why: 'The fact that downstream teams and webhook deliveries are built on.',
    key: 'workflowId',
    ordering:
      'Executions of one ledger partition in the order they ended; across partitions use endedAt.',
    guarantee: exactlyOnce('execution'),
    records: ['WorkflowExecutionCompleted'],
    headers: [...cloudEvents, headers.traceparent],
  },
];
