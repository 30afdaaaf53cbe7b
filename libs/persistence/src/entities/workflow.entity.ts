import type { WorkflowDefinition } from '@libs/workflow';
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

  /** Edited by PUT; deploying freezes it into a version. */
  @Column('json')
  draft!: WorkflowDefinition;

  /** The draft's, computed by the database; undefined in an entity that was not read from it. */
  @Column({ type: 'text', name: 'webhook_path', nullable: true, insert: false, update: false })
  webhookPath?: string | null;

  @Column('int', { name: 'deployed_version', nullable: true })
  deployedVersion!: number | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt!: Date;

  @DeleteDateColumn({ name: 'deleted_at', type: 'timestamptz', precision: 3, nullable: true })
  deletedAt!: Date | null;
}
