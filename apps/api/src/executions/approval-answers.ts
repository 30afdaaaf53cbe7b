/**
 * Lets one of several answers to an approval through. The read model shows an answer only once the
 * runner took it, so a second caller would get 202 for an answer that changes nothing.
 */
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { Inject, Injectable } from '@nestjs/common';
import { answerAppendedSql, releaseAnswerSql, reserveAnswerSql } from './approval-answer.sql.js';

interface Answered {
  readonly executionId: string;
  readonly blockId: string;
  readonly iteration: string;
  readonly waitId: number;
  readonly workspaceId: string;
}

const keyOf = ({ executionId, blockId, iteration, waitId }: Answered): readonly unknown[] => [
  executionId,
  blockId,
  iteration,
  waitId,
];

@Injectable()
export class ApprovalAnswers {
  constructor(@Inject(DATABASE) private readonly database: Pick<Database, 'pool'>) {}

  /** @returns false when another answer came first, and `append` was not called */
  async first(answered: Answered, append: () => Promise<void>): Promise<boolean> {
    const { pool } = this.database;
    const key = keyOf(answered);
    const { rowCount } = await pool.query(reserveAnswerSql, [...key, answered.workspaceId]);
    if (rowCount === 0) return false;
    try {
      await append();
    } catch (error) {
      // It may be in the log all the same. Then a further answer is the second there.
      await pool.query(releaseAnswerSql, [...key]);
      throw error;
    }
    await pool.query(answerAppendedSql, [...key]);
    return true;
  }
}
