import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from './create-index.js';

/** What an operator asks for: lists of accounts, and what operators did. */
const indexes = [
  { name: 'account_page', table: 'account', definition: '(created_at, id)' },
  {
    name: 'account_suspended_page',
    table: 'account',
    definition: '(created_at, id) where suspended_at is not null',
  },
  {
    name: 'audit_event_of_operator',
    table: 'audit_event',
    // The workspace of an operator's action: none.
    definition: `(account_id, occurred_at, id) where workspace_id = '00000000-0000-0000-0000-000000000000'`,
  },
] as const;

export class AccountsForOperators1795800500002 implements MigrationInterface {
  readonly name = 'AccountsForOperators1795800500002';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const index of indexes) await createIndexConcurrently(runner, index);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of indexes) await runner.query(`drop index ${name}`);
  }
}
