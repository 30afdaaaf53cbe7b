import {
  Column,
  CreateDateColumn,
  DeleteDateColumn,
  Entity,
  PrimaryColumn,
  UpdateDateColumn,
} from 'typeorm';

/** A webhook subscription (spec 2.4). TypeORM finds it only while it is not deleted. */
@Entity('subscription')
export class SubscriptionEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'workspace_id' })
  workspaceId!: string;

  /** Null: all workflows of the workspace, including later ones. */
  @Column('uuid', { name: 'workflow_id', nullable: true })
  workflowId!: string | null;

  @Column('text')
  url!: string;

  /** Host of the URL, as a receiver's quota counts it. Null only until Postgres has set it. */
  @Column('text', { nullable: true })
  host!: string | null;

  /** Sealed by the workspace's key, purpose `subscription-secret`. */
  @Column('bytea', { name: 'secret_ciphertext', nullable: true })
  secretCiphertext!: Buffer | null;

  /** Until `previousSecretUntil`, deliveries are signed with it as well. */
  @Column('bytea', { name: 'previous_secret_ciphertext', nullable: true })
  previousSecretCiphertext!: Buffer | null;

  @Column({ type: 'timestamptz', name: 'previous_secret_until', precision: 3, nullable: true })
  previousSecretUntil!: Date | null;

  /** Static headers as JSON pairs, sealed like the secret, purpose `subscription-headers`. */
  @Column('bytea', { name: 'headers_ciphertext', nullable: true })
  headersCiphertext!: Buffer | null;

  @Column('text', { name: 'header_names', array: true })
  headerNames!: string[];

  /** Requests per second; null: as fast as the receiver answers. */
  @Column('int', { name: 'max_per_second', nullable: true })
  maxPerSecond!: number | null;

  @Column('boolean', { name: 'include_final_output' })
  includeFinalOutput!: boolean;

  @Column('boolean', { name: 'include_trace_spans' })
  includeTraceSpans!: boolean;

  @Column('boolean', { name: 'include_rate_limits' })
  includeRateLimits!: boolean;

  @Column('boolean', { name: 'include_usage_data' })
  includeUsageData!: boolean;

  @Column('text', { name: 'level_filter', array: true })
  levelFilter!: string[];

  @Column('text', { name: 'trigger_filter', array: true })
  triggerFilter!: string[];

  @Column('boolean')
  active!: boolean;

  /** Why the service itself switched it off; null when a person did or it is active. */
  @Column('text', { name: 'deactivated_reason', nullable: true })
  deactivatedReason!: string | null;

  @Column({ type: 'timestamptz', name: 'deactivated_at', precision: 3, nullable: true })
  deactivatedAt!: Date | null;

  /** Consecutive deliveries that used up their attempts; `failingSince` is when the run began. */
  @Column('int', { name: 'exhausted_run' })
  exhaustedRun!: number;

  @Column({ type: 'timestamptz', name: 'failing_since', precision: 3, nullable: true })
  failingSince!: Date | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt!: Date;

  @DeleteDateColumn({ name: 'deleted_at', type: 'timestamptz', precision: 3, nullable: true })
  deletedAt!: Date | null;
}
