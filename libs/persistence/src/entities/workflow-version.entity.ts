import type { WorkflowDefinition } from '@libs/workflow';
import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

@Entity('workflow_version')
export class WorkflowVersionEntity {
  @PrimaryColumn('uuid', { name: 'workflow_id' })
  workflowId!: string;

  /** Deployments from 1 up; snapshots of drafts from -1 down. */
  @PrimaryColumn('int')
  version!: number;

  @Column('json')
  definition!: WorkflowDefinition;

  /** SHA-256 (hex) of the definition's canonical JSON. */
  @Column('text', { name: 'content_hash' })
  contentHash!: string;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
