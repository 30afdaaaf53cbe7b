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

  /** The definition as its author sent it; null: as `definition` has it. */
  @Column('text', { name: 'definition_text', nullable: true })
  definitionText!: string | null;

  /** SHA-256 (hex) of the definition's canonical JSON. */
  @Column('text', { name: 'content_hash' })
  contentHash!: string;

  /** The member who deployed it; null for a workspace key. */
  @Column('uuid', { name: 'deployed_by', nullable: true })
  deployedBy!: string | null;

  /** Why it was deployed. */
  @Column('text', { nullable: true })
  note!: string | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
