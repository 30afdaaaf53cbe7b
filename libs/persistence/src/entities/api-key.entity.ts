import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

export const apiKeyScopes = ['logs:read', 'workflows:run', 'workflows:write'] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];

/** In rising order: each role includes the rights of those before it. */
export const workspaceRoles = ['viewer', 'editor', 'owner'] as const;
export type WorkspaceRole = (typeof workspaceRoles)[number];

@Entity('api_key')
export class ApiKeyEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'workspace_id' })
  workspaceId!: string;

  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  /** The member who owns the key; null: the key is the workspace's own. */
  @Column('uuid', { name: 'user_id', nullable: true })
  userId!: string | null;

  /** Role of a workspace's own key; null for a member's key, which has the member's role. */
  @Column('text', { nullable: true })
  role!: WorkspaceRole | null;

  @Column('text')
  name!: string;

  /** SHA-256 of the key. Read only on request. */
  @Column('bytea', { name: 'key_hash', select: false })
  keyHash!: Buffer;

  @Column('text', { name: 'key_prefix' })
  keyPrefix!: string;

  @Column('text', { array: true })
  scopes!: ApiKeyScope[];

  /** The only workflows that the key may run and read; null: all of the workspace. */
  @Column('uuid', { name: 'workflow_ids', array: true, nullable: true })
  workflowIds!: string[] | null;

  /** Addresses and ranges that the key may be used from; null: any. */
  @Column('text', { name: 'allowed_addresses', array: true, nullable: true })
  allowedAddresses!: string[] | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3, nullable: true })
  expiresAt!: Date | null;

  @Column({ type: 'timestamptz', name: 'last_used_at', precision: 3, nullable: true })
  lastUsedAt!: Date | null;

  @Column({ type: 'timestamptz', name: 'revoked_at', precision: 3, nullable: true })
  revokedAt!: Date | null;
}
