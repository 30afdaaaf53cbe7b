/** Finds the users of all accounts by their address: for sign-in links that operators make. */
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from './create-index.js';

const name = 'app_user_of_email';

export class UsersByEmail1796000400000 implements MigrationInterface {
  readonly name = 'UsersByEmail1796000400000';
  readonly transaction = false;

  up(runner: QueryRunner): Promise<void> {
    return createIndexConcurrently(runner, {
      ...{ name, table: 'app_user', definition: '(email) where email is not null' },
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index ${name}`);
  }
}
