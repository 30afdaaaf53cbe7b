import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

@Entity('workspace')
export class WorkspaceEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  @Column('text')
  name!: string;

  /** The data key, wrapped by the master key. Read only on request. */
  @Column('bytea', { name: 'wrapped_key', select: false })
  wrappedKey!: Buffer;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
