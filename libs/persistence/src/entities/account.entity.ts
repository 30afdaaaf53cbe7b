import type { Quotas } from '@libs/config';
import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

export type Plan = 'free' | 'pro' | 'team' | 'enterprise';

/** Limits of this account that override its plan's. */
export interface AccountLimits extends Partial<Quotas> {
  readonly logsPerMinute?: number;
  readonly syncExecutionsPerMinute?: number;
  readonly asyncExecutionsPerMinute?: number;
  readonly usageLimitUsd?: number;
  readonly concurrentExecutions?: number | null;
  readonly descendantsPerExecution?: number;
  readonly variablesPerWorkspace?: number;
  readonly keyedPercent?: number;
  readonly triggerCallsPerMinute?: number;
  readonly triggerCallsPerAddressPerMinute?: number;
  readonly triggerBodyBytes?: number;
  readonly requestBytesPerMinute?: number | null;
  readonly storedBytes?: number | null;
  readonly logRetentionDays?: number;
}

@Entity('account')
export class AccountEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  name!: string;

  @Column('text')
  plan!: Plan;

  @Column('jsonb')
  limits!: AccountLimits;

  /** Since when nothing may start; null: the account is in use. */
  @Column({ type: 'timestamptz', name: 'suspended_at', precision: 3, nullable: true })
  suspendedAt!: Date | null;

  /** Shown to callers with a key of the account. */
  @Column('text', { name: 'suspended_reason', nullable: true })
  suspendedReason!: string | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
