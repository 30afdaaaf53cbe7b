/** What the stream tells of an execution that changed: what a row of the list shows. */
export interface ExecutionChange {
  /** Of the execution. */
  readonly id: string;
  readonly logId?: string;
  readonly workflowId: string;
  readonly status: string;
  readonly trigger?: string;
  readonly draft?: boolean;
  readonly startedAt?: string;
  readonly endedAt?: string | null;
  readonly totalDurationMs?: number | null;
  readonly errorCode?: string | null;
  readonly errorBlock?: string | null;
  readonly costUsd?: number | null;
  readonly result?: string | null;
}
