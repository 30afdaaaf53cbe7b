import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { allowedHostOf } from '@libs/egress';
import type { Database, WorkspaceCipher } from '@libs/persistence';
import { DATABASE, WORKSPACE_CIPHER } from '@libs/platform';
import { includesRole, type Principal } from '../auth/principal.js';
import { ApiError } from '../errors/api-error.js';
import { Quotas } from '../quotas/index.js';
import { type SecretBody, type SecretRow, type SecretView, viewOf } from './secret.schemas.js';
import { getSecretSql, putSecretSql, changeSecretSql } from './workspace.sql.js';

/**
 * Sets the value, the hosts, the description, or several of them. Only an owner adds hosts to a
 * value that stays: an editor could otherwise send a secret elsewhere that they cannot read.
 */
export class PutSecret extends Command<SecretView> {
  constructor(
    readonly principal: Principal,
    readonly name: string,
    readonly body: SecretBody,
  ) {
    super();
  }
}

/** In the form that is compared, each once. */
const normalized = (hosts: readonly string[]): string[] => [
  ...new Set(
    hosts.map((text) => {
      const parsed = allowedHostOf(text);
      if ('problem' in parsed) throw new Error('the body was not checked');
      return parsed.host;
    }),
  ),
];

interface PutRow extends SecretRow {
  readonly is_new: boolean;
}

@CommandHandler(PutSecret)
export class PutSecretHandler implements ICommandHandler<PutSecret> {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_CIPHER) private readonly cipher: WorkspaceCipher,
    @Inject(Quotas) private readonly quotas: Quotas,
  ) {}

  async execute({ principal, name, body }: PutSecret): Promise<SecretView> {
    const hosts = body.allowedHosts === undefined ? null : normalized(body.allowedHosts);
    const row =
      body.value === undefined
        ? await this.#change(principal, name, hosts, body)
        : await this.#put(principal, name, { ...body, value: body.value }, hosts);
    return viewOf(row);
  }

  async #put(
    principal: Principal,
    name: string,
    { value, description }: SecretBody & { readonly value: string },
    hosts: string[] | null,
  ): Promise<SecretRow> {
    const { workspaceId, userId } = principal;
    // The runner decrypts it with the same purpose.
    const ciphertext = await this.cipher.encrypt(workspaceId, value, `secret:${name}`);
    return this.database.dataSource.transaction(async (manager) => {
      const described = [description !== undefined, description ?? null, userId];
      const values = [workspaceId, name, ciphertext, hosts, ...described];
      const [row] = await manager.query<PutRow[]>(putSecretSql, values);
      if (row === undefined) throw new Error('an upsert returned no row');
      if (row.is_new) await this.quotas.check(manager, principal, ['secrets']);
      return row;
    });
  }

  async #change(
    { workspaceId, userId, role }: Principal,
    name: string,
    hosts: string[] | null,
    { description }: SecretBody,
  ): Promise<SecretRow> {
    const { pool } = this.database;
    const mayAdd = includesRole(role, 'owner');
    const described = [description !== undefined, description ?? null, userId];
    const values = [workspaceId, name, hosts, mayAdd, ...described];
    const { rows } = await pool.query<SecretRow>(changeSecretSql, values);
    const [row] = rows;
    if (row !== undefined) return row;
    const found = await pool.query(getSecretSql, [workspaceId, name]);
    if (found.rowCount === 0) {
      const message = `Required: there is no secret "${name}" yet`;
      throw new ApiError(422, 'INVALID_REQUEST', message, [{ field: 'value', message }]);
    }
    throw new ApiError(
      403,
      'MISSING_ROLE',
      `Hosts are added to a secret by an owner, or together with a new value; the key has the role ${role}`,
    );
  }
}
