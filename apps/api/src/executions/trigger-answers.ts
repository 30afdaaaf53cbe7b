/** Sends a trigger's caller the workflow's response, or the execution id when there is none. */
import type { ExecutionCompleted } from '@libs/contracts';
import { LOGGER, RepeatedFailures } from '@libs/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import type { DeployedTarget } from './execution-target.js';
import { workflowAnswer, type WorkflowAnswer } from './workflow-answer.js';

const maxNamed = 10;
const maxNameLength = 100;

@Injectable()
export class TriggerAnswers {
  readonly #repeats = new RepeatedFailures();

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  /**
   * @param ended null when the execution has not ended. Without a response block, results and
   * errors stay in the workspace's log: the caller may be anyone.
   */
  send(
    reply: FastifyReply,
    target: Pick<DeployedTarget, 'workflowId'>,
    executionId: string,
    ended: ExecutionCompleted | null,
  ): void {
    const recorded = ended?.response ?? null;
    const answer = recorded === null ? null : workflowAnswer(recorded);
    if (ended === null || answer === null) {
      void reply.status(202).send({ data: { executionId } });
      return;
    }
    if (answer.dropped.length > 0) this.#logDropped(target.workflowId, ended, answer);
    // The api's own Vary is `origin` when the trigger has a `cors` setting.
    const vary = [reply.getHeader('vary') ?? [], answer.headers['vary'] ?? []].flat().map(String);
    void reply
      .status(answer.status)
      .headers({ ...answer.headers, ...(vary.length > 0 && { vary }) })
      .send(answer.body);
  }

  /** Logs at most one line per version and interval. */
  #logDropped(workflowId: string, ended: ExecutionCompleted, { dropped }: WorkflowAnswer): void {
    const version = ended.deploymentVersion;
    const more = this.#repeats.note(`${workflowId} ${version}`);
    if (more === null) return;
    const headers = dropped
      .slice(0, maxNamed)
      .map(({ key, reason }) => ({ name: key.slice(0, maxNameLength), reason }));
    const { executionId } = ended;
    this.logger.warn({ workflowId, version, executionId, headers, more }, 'ANSWER_HEADER_DROPPED');
  }
}
