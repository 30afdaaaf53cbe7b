import { type Database, inTransaction } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Principal } from '../auth/principal.js';
import { checkedTests, type SentTest } from './checked-tests.js';
import { lockTests, requireRoomForTests, type TestRow, testViewOf } from './stored-tests.js';
import type { TestView } from './workflow-test.schemas.js';
import { putTestSql } from './workflow-test.sql.js';

/** Adds a test under an id of its caller, or replaces it. The last writer wins. */
export class PutTest extends Command<TestView> {
  constructor(
    readonly principal: Principal,
    readonly workflowId: string,
    readonly testId: string,
    readonly test: SentTest,
  ) {
    super();
  }
}

@CommandHandler(PutTest)
export class PutTestHandler implements ICommandHandler<PutTest> {
  constructor(@Inject(DATABASE) private readonly database: Pick<Database, 'pool'>) {}

  execute({ principal, workflowId, testId, test }: PutTest): Promise<TestView> {
    const { workspaceId, userId } = principal;
    return inTransaction(this.database.pool, async (client) => {
      const draft = await lockTests(client, workflowId, workspaceId);
      const [name] = checkedTests([test], draft, () => 'test');
      const values = [workflowId, testId, name, test.text, userId];
      const { rows } = await client.query<TestRow>(putTestSql, values);
      await requireRoomForTests(client, workflowId);
      const [row] = rows;
      if (row === undefined) throw new Error('the test was not written');
      return testViewOf(row);
    });
  }
}
