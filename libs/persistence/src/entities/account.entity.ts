import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

export type Plan = 'free' | 'pro' | 'team' | 'enterprise';

/** Limits of this account that override its plan's. */
export interface AccountLimits {
  readonly logsPerMinute?: number;
  readonly syncExecutionsPerMinute?: number;
  readonly asyncExecutionsPerMinute?: number;
  readonly usageLimitUsd?: number;
  readonly concurrentExecutions?: number | null;
  readonly descendantsPerExecution?: number;
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

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
