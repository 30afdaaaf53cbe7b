/** Keeps a workflow's schedule in step with its deployed definition, in the same transaction. */
import { nextFireMs, scheduleConfig } from '@libs/blocks';
import type { WorkflowDefinition } from '@libs/workflow';
import type { EntityManager } from 'typeorm';
import { dropScheduleSql, holdScheduleSql } from './schedule.sql.js';

/** @returns whether the workflow has a schedule now and had none before */
export async function holdSchedule(
  manager: EntityManager,
  workflowId: string,
  definition: WorkflowDefinition,
  nowMs: number,
): Promise<boolean> {
  const trigger = definition.blocks.find(({ type }) => type === 'schedule');
  const nextMs =
    trigger === undefined ? null : nextFireMs(scheduleConfig.parse(trigger.config), nowMs);
  if (nextMs === null) {
    await manager.query(dropScheduleSql, [workflowId]);
    return false;
  }
  const values = [workflowId, new Date(nextMs)];
  const [held] = await manager.query<{ is_new: boolean }[]>(holdScheduleSql, values);
  return held?.is_new === true;
}
