/** Reads of one execution's events that the read model still has. */
import { textBytes } from '@libs/persistence';

/** Most events on a page. */
export const pageEvents = 5_000;
/** Names, times and braces of one event. */
const eventBytes = 300;

/**
 * $1 execution, $2 after this sequence. Returns the sizes of the next events, without the end.
 * Primary keys of block_execution and block_attempt.
 */
export const eventSizesSql = `
  select sequence, bytes from (
    (select sequence, ${eventBytes} + ${textBytes('output')} as bytes from block_execution
      where execution_id = $1 and sequence > $2 order by sequence limit ${pageEvents})
    union all
    (select sequence, ${eventBytes} from block_attempt
      where execution_id = $1 and sequence > $2 order by sequence limit ${pageEvents})) as events
  order by sequence limit ${pageEvents}`;

/** The end has no sequence in the read model; this one sorts last. */
export const sequenceOfEnd = 2_147_483_647;

/**
 * $1 execution, $2 time format, $3 after, $4 up to. One row per event still known; a completed
 * block replaces its start. Primary keys; unique index on execution_log.execution_id.
 */
export const eventHistorySql = `
  select sequence, name, data::text from (
  select 1 as sequence, 'execution.started' as name,
    jsonb_build_object('startedAt', to_char(started_at at time zone 'UTC', $2), 'trigger', trigger)
    || case when trigger <> 'chat' then '{}' else jsonb_build_object('conversationId',
      (select input ->> 'conversationId' from execution_detail d where d.execution_id = $1)) end as data
  from execution_log where execution_id = $1 and $3 < 1
  union all
  select sequence, case when ended_at is null then 'block.started' else 'block.completed' end,
    jsonb_build_object('blockId', block_id, 'blockName', block_name, 'blockType', block_type, 'iteration', iteration,
      'startedAt', to_char(started_at at time zone 'UTC', $2))
    || case when ended_at is null then '{}' else jsonb_build_object('endedAt', to_char(ended_at at time zone 'UTC', $2),
      'ports', ports, 'output', output, 'error', error, 'attempts', attempts, 'cost', cost) end
  from block_execution where execution_id = $1 and sequence > $3 and sequence <= $4
  union all
  select sequence, 'block.attempt_failed', jsonb_build_object('blockId', block_id, 'iteration', iteration,
    'attemptNumber', attempt_number, 'status', status, 'errorCode', error_code, 'message', message,
    'durationMs', duration_ms, 'occurredAt', to_char(occurred_at at time zone 'UTC', $2), 'retryAt', to_char(retry_at at time zone 'UTC', $2))
  from block_attempt where execution_id = $1 and sequence > $3 and sequence <= $4
  union all
  select ${sequenceOfEnd}, 'execution.completed', jsonb_build_object('status', status, 'level', level,
    'endedAt', to_char(ended_at at time zone 'UTC', $2), 'totalDurationMs', total_duration_ms, 'error', error,
    'output', (select final_output from execution_detail d where d.execution_id = $1))
  from execution_log where execution_id = $1 and ended_at is not null and $4 = ${sequenceOfEnd}) as events
  order by sequence`;
