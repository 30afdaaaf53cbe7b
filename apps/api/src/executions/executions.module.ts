import { WorkspaceCipherModule } from '@libs/platform';
import { Module } from '@nestjs/common';
import { ShutdownModule } from '../http/shutdown.module.js';
import { LimitsModule } from '../limits/index.js';
import { QuotasModule } from '../quotas/index.js';
import { LiveTailReader } from '../live-tail/live-tail.reader.js';
import { ApprovalAnswers } from './approval-answers.js';
import { ApprovalBlocks } from './approval-blocks.js';
import { CancelExecutionHandler } from './cancel-execution.command.js';
import { DraftListeners } from './draft-listeners.js';
import { DraftTargets } from './draft-targets.js';
import { EndedExecutions } from './ended-executions.js';
import { ExecutionEnds } from './execution-ends.js';
import { ExecuteWorkflowHandler } from './execute-workflow.command.js';
import { ExecuteController } from './execute.controller.js';
import { ExecutionEventsController } from './execution-events.controller.js';
import { ExecutionStreams } from './execution-streams.js';
import { ExecutionOrders } from './execution-orders.js';
import { ExecutionStarter } from './execution-starter.js';
import { ExecutionTargets } from './execution-target.js';
import { ExecutionsController } from './executions.controller.js';
import { GetExecutionHandler } from './get-execution.query.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import { KeyCensus } from './key-census.js';
import { ListenToDraftHandler } from './listen.command.js';
import { ListenController } from './listen.controller.js';
import { StopListeningHandler } from './stop-listening.command.js';
import { OldTriggerCalls } from './old-trigger-calls.js';
import { RerunExecutionHandler } from './rerun-execution.command.js';
import { RerunController } from './rerun.controller.js';
import { ResumeExecutionHandler } from './resume-execution.command.js';
import { ResumeController } from './resume.controller.js';
import { RunDraftHandler } from './run-draft.command.js';
import { TriggerAnswers } from './trigger-answers.js';
import { TriggerBodyLimit } from './trigger-body-limit.js';
import { TriggerGuard } from './trigger-guard.js';
import { TriggerWorkflowHandler } from './trigger-workflow.command.js';
import { TriggerController } from './trigger.controller.js';
import { UnseenExecutions } from './unseen-executions.js';
import { WaitingApprovals } from './waiting-approvals.js';

/** Starts executions, waits for their end, reports their state and cancels them. */
@Module({
  imports: [LimitsModule, QuotasModule, ShutdownModule, WorkspaceCipherModule],
  controllers: [
    TriggerController,
    ExecuteController,
    ListenController,
    ExecutionsController,
    ExecutionEventsController,
    RerunController,
    ResumeController,
  ],
  providers: [
    ApprovalAnswers,
    ApprovalBlocks,
    DraftListeners,
    DraftTargets,
    EndedExecutions,
    ExecutionEnds,
    ExecutionOrders,
    ExecutionStarter,
    ExecutionStreams,
    ExecutionTargets,
    IdempotencyKeys,
    KeyCensus,
    LiveTailReader,
    OldTriggerCalls,
    TriggerAnswers,
    TriggerBodyLimit,
    TriggerGuard,
    UnseenExecutions,
    WaitingApprovals,
    TriggerWorkflowHandler,
    ExecuteWorkflowHandler,
    RunDraftHandler,
    ListenToDraftHandler,
    StopListeningHandler,
    RerunExecutionHandler,
    ResumeExecutionHandler,
    CancelExecutionHandler,
    GetExecutionHandler,
  ],
  exports: [
    ExecutionOrders,
    ExecutionStarter,
    ExecutionTargets,
    LiveTailReader,
    RerunExecutionHandler,
  ],
})
export class ExecutionsModule {}
