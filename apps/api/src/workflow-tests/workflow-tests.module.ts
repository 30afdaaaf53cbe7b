import { Module } from '@nestjs/common';
import { ShutdownModule } from '../http/shutdown.module.js';
import { DeleteTestHandler } from './delete-test.command.js';
import { GetTestRunHandler } from './get-test-run.query.js';
import { ListTestsHandler } from './list-tests.query.js';
import { PutTestHandler } from './put-test.command.js';
import { ReplaceTestsHandler } from './replace-tests.command.js';
import { RunTestsHandler } from './run-tests.command.js';
import { WorkflowTestsController } from './workflow-tests.controller.js';

/** Stores tests and asks runners to run them. It runs no block itself. */
@Module({
  imports: [ShutdownModule],
  controllers: [WorkflowTestsController],
  providers: [
    ListTestsHandler,
    ReplaceTestsHandler,
    PutTestHandler,
    DeleteTestHandler,
    RunTestsHandler,
    GetTestRunHandler,
  ],
})
export class WorkflowTestsModule {}
