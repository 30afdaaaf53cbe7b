/** Made-up executions as the ledger records that a runner would write. */
import { randomUUID } from 'node:crypto';

const contracts = await import(new URL('../dist/libs/contracts/src/index.js', import.meta.url));

const workspaceId = randomUUID();
const common = {
  workspaceId,
  accountId: randomUUID(),
  workflowId: randomUUID(),
  workflowName: 'Order intake',
  deploymentVersion: 1,
  definitionHash: 'ab'.repeat(32),
  trigger: 'webhook',
  triggerBlockId: 'hook',
};

function record(partition, type, data) {
  const { executionId = null, sequence = 0 } = data;
  return {
    topic: contracts.topics.events,
    partition,
    key: executionId,
    value: contracts.encodeRecord(type, data),
    headers: {
      [contracts.headers.eventType]: type,
      [contracts.headers.eventId]: `${executionId}:${sequence}`,
      [contracts.headers.claimOffset]: '0',
    },
  };
}

export const claim = (partition) =>
  record(partition, 'PartitionClaimed', {
    partition,
    writerId: randomUUID(),
    claimOffset: null,
    host: 'bench',
    engineVersion: '1',
    claimedAt: Date.now(),
  });

/** Four records: started, two blocks completed, execution completed. */
export function history(partition) {
  const executionId = randomUUID();
  const now = Date.now();
  const output = JSON.stringify({ status: 'success', order: executionId, note: 'x'.repeat(150) });
  const block = (blockId, sequence) =>
    record(partition, 'BlockCompleted', {
      executionId,
      sequence,
      occurredAt: now,
      blockId,
      blockName: blockId,
      blockType: 'api',
      iteration: '',
      startedAt: now,
      endedAt: now,
      input: null,
      output,
      error: null,
      ports: ['out'],
      attempts: 1,
      cost: 0,
      models: null,
    });
  return [
    record(partition, 'ExecutionStarted', {
      ...common,
      executionId,
      sequence: 1,
      occurredAt: now,
      input: output,
      requestedAt: now,
      requestOffset: 0,
      deadlineAt: null,
      engineVersion: '1',
    }),
    block('call', 2),
    block('done', 3),
    record(partition, 'ExecutionCompleted', {
      ...common,
      executionId,
      sequence: 4,
      occurredAt: now,
      logId: contracts.logIdOf(executionId),
      status: 'success',
      level: 'info',
      startedAt: now,
      endedAt: now,
      totalDurationMs: 1,
      cost: { total: 0, tokens: { prompt: 0, completion: 0, total: 0 }, models: {} },
      files: null,
      finalOutput: output,
      error: null,
      response: null,
    }),
  ];
}
