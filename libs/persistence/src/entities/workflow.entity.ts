import type { DefinitionProblem, WorkflowDefinition } from '@libs/workflow';
import {
  Column,
  CreateDateColumn,
  DeleteDateColumn,
  Entity,
  PrimaryColumn,
  UpdateDateColumn,
} from 'typeorm';

/** TypeORM finds it only while it is not deleted. */
@Entity('workflow')
export class WorkflowEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'workspace_id' })
  workspaceId!: string;

  @Column('text', { name: 'folder_id', nullable: true })
  folderId!: string | null;

  @Column('text')
  name!: string;

  @Column('text', { nullable: true })
  description!: string | null;

  /** Edited by PUT; deploying freezes it into a version. With problems, only its shape is sure. */
  @Column('json')
  draft!: WorkflowDefinition;

  /** The draft as its author sent it; null: as `draft` has it. */
  @Column('text', { name: 'draft_text', nullable: true })
  draftText!: string | null;

  /** Why the draft can't be deployed, as its last save found it; null for a valid draft. */
  @Column('json', { nullable: true })
  problems!: readonly DefinitionProblem[] | null;

  /** Counts the saves of name, folder, description and draft. */
  @Column('int')
  revision!: number;

  /** The member who saved last; null for a workspace key. */
  @Column('uuid', { name: 'updated_by', nullable: true })
  updatedBy!: string | null;

  /** The draft's, computed by the database; undefined in an entity that was not read from it. */
  @Column({ type: 'text', name: 'webhook_path', nullable: true, insert: false, update: false })
  webhookPath?: string | null;

  /** Kind of the draft's first trigger, as in the logs; the database computes it too. */
  @Column({ type: 'text', name: 'trigger_kind', nullable: true, insert: false, update: false })
  triggerKind?: string | null;

  @Column('int', { name: 'deployed_version', nullable: true })
  deployedVersion!: number | null;

  /** Triggers are refused and schedules skip while it is set. */
  @Column({ type: 'timestamptz', name: 'paused_at', precision: 3, nullable: true })
  pausedAt!: Date | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt!: Date;

  @DeleteDateColumn({ name: 'deleted_at', type: 'timestamptz', precision: 3, nullable: true })
  deletedAt!: Date | null;
}
