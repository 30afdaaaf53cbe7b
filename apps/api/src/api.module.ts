/** All modules of the HTTP edge, one per folder. Guards and the filter apply to every route. */
import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { ApiKeysModule } from './api-keys/api-keys.module.js';
import { AuthModule } from './auth/auth.module.js';
import { AccountsModule } from './accounts/accounts.module.js';
import { ApprovalsModule } from './approvals/approvals.module.js';
import { AuditModule } from './audit/audit.module.js';
import { BatchesModule } from './batches/batches.module.js';
import { BlockTypesModule } from './block-types/block-types.module.js';
import { BusModule } from './bus/bus.js';
import { DashboardModule } from './dashboard/dashboard.module.js';
import { DemoModule } from './demo/demo.module.js';
import { DeliveriesModule } from './deliveries/deliveries.module.js';
import { EventsDocsModule } from './events-docs/events-docs.module.js';
import { ErrorGroupsModule } from './error-groups/error-groups.module.js';
import { ExamplesModule } from './examples/examples.module.js';
import { ExecutionsModule } from './executions/executions.module.js';
import { FoldersModule } from './folders/folders.module.js';
import { ShutdownModule } from './http/shutdown.module.js';
import { LimitsModule } from './limits/index.js';
import { LogsModule } from './logs/logs.module.js';
import { MembersModule } from './members/members.module.js';
import { OidcModule } from './oidc/oidc.module.js';
import { RegistryModule } from './registry/registry.module.js';
import { NotificationsModule } from './notifications/notifications.module.js';
import { OnboardingModule } from './onboarding/onboarding.module.js';
import { OpenApiModule } from './openapi/openapi.module.js';
import { ApiKeyGuard } from './pipeline/api-key.guard.js';
import { ErrorFilter } from './pipeline/error.filter.js';
import { LimitedKeyGuard } from './pipeline/limited-key.guard.js';
import { OperatorGuard } from './pipeline/operator.guard.js';
import { RoleGuard } from './pipeline/role.guard.js';
import { SessionCaller } from './pipeline/session-caller.js';
import { SuspensionGuard } from './pipeline/suspension.guard.js';
import { PinsModule } from './pins/pins.module.js';
import { SearchModule } from './search/search.module.js';
import { SchedulesModule } from './schedules/schedules.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { SpansModule } from './spans/spans.module.js';
import { StreamModule } from './stream/stream.module.js';
import { StatsModule } from './stats/stats.module.js';
import { SubscriptionsModule } from './subscriptions/subscriptions.module.js';
import { SystemModule } from './system/system.module.js';
import { TriggerUrlsModule } from './trigger-urls/trigger-urls.module.js';
import { ViewsModule } from './views/views.module.js';
import { WorkflowTestsModule } from './workflow-tests/workflow-tests.module.js';
import { WorkflowsModule } from './workflows/workflows.module.js';
import { WorkspacesModule } from './workspaces/workspaces.module.js';

@Module({
  imports: [
    AuthModule,
    SessionsModule,
    OidcModule,
    StreamModule,
    BlockTypesModule,
    BusModule,
    ShutdownModule,
    LimitsModule,
    AuditModule,
    ExamplesModule,
    ExecutionsModule,
    BatchesModule,
    ApprovalsModule,
    NotificationsModule,
    SchedulesModule,
    WorkflowsModule,
    PinsModule,
    WorkflowTestsModule,
    FoldersModule,
    TriggerUrlsModule,
    SubscriptionsModule,
    LogsModule,
    SpansModule,
    SearchModule,
    SystemModule,
    ViewsModule,
    StatsModule,
    ErrorGroupsModule,
    DeliveriesModule,
    DemoModule,
    OnboardingModule,
    ApiKeysModule,
    MembersModule,
    WorkspacesModule,
    AccountsModule,
    OpenApiModule,
    RegistryModule,
    EventsDocsModule,
    DashboardModule,
  ],
  providers: [
    SessionCaller,
    { provide: APP_GUARD, useClass: OperatorGuard },
    { provide: APP_GUARD, useClass: ApiKeyGuard },
    { provide: APP_GUARD, useClass: RoleGuard },
    { provide: APP_GUARD, useClass: SuspensionGuard },
    { provide: APP_GUARD, useClass: LimitedKeyGuard },
    { provide: APP_FILTER, useClass: ErrorFilter },
  ],
})
export class ApiModule {}
