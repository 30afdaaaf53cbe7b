import { type Database, inTransaction } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import type { Principal } from '../auth/principal.js';
import { checkedTests } from './checked-tests.js';
import { lockTests, type TestRow, testViewOf } from './stored-tests.js';
import type { TestsBody, TestView } from './workflow-test.schemas.js';
import {
  listTestsSql,
  namesOfTestsSql,
  removeTestsSql,
  replaceTestsSql,
} from './workflow-test.sql.js';

/** Replaces all tests of a workflow. */
export class ReplaceTests extends Command<readonly TestView[]> {
  constructor(
    readonly principal: Principal,
    readonly workflowId: string,
    readonly body: TestsBody,
    /** JSON, as they were sent. */
    readonly texts: readonly string[],
  ) {
    super();
  }
}

interface NamedTest {
  readonly id: string;
  readonly name: string;
}

/** Files have no ids: a test keeps that of its name. */
function idsOf(
  { tests }: TestsBody,
  names: readonly string[],
  before: readonly NamedTest[],
): readonly string[] {
  const taken = new Set(tests.flatMap(({ id }) => id ?? []));
  return tests.map(({ id }, at) => {
    if (id !== undefined) return id;
    const known = before.find((one) => one.name === names[at] && !taken.has(one.id))?.id;
    const own = known ?? uuidv7();
    taken.add(own);
    return own;
  });
}

@CommandHandler(ReplaceTests)
export class ReplaceTestsHandler implements ICommandHandler<ReplaceTests> {
  constructor(@Inject(DATABASE) private readonly database: Pick<Database, 'pool'>) {}

  execute({ principal, workflowId, body, texts }: ReplaceTests): Promise<readonly TestView[]> {
    const { workspaceId, userId } = principal;
    return inTransaction(this.database.pool, async (client) => {
      const draft = await lockTests(client, workflowId, workspaceId);
      const sent = body.tests.map(({ test: value }, at) => ({ value, text: texts[at] ?? '' }));
      const names = checkedTests(sent, draft, (at) => `tests[${at}].test`);
      const { rows: before } = await client.query<NamedTest>(namesOfTestsSql, [workflowId]);
      const ids = idsOf(body, names, before);
      await client.query(removeTestsSql, [workflowId, ids]);
      await client.query(replaceTestsSql, [workflowId, ids, names, texts, userId]);
      const { rows } = await client.query<TestRow>(listTestsSql, [workflowId, workspaceId]);
      return rows.filter(({ id }) => ids.includes(id)).map(testViewOf);
    });
  }
}
