/** `/api/v1/workflows/{id}/tests`: tests beside the draft, which a runner runs. */
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Param,
  Post,
  Put,
  Req,
  Res,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentPrincipal, type Principal, Scopes } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import { KeepsBodyText } from '../http/body-text.js';
import { exampleIds } from '../http/example-values.js';
import { Operation } from '../http/operation.decorator.js';
import { sentField, sentFields } from '../http/sent-field.js';
import { BodyPipe, RecordIdPipe } from '../http/zod.pipe.js';
import { DeleteTest } from './delete-test.command.js';
import { GetTestRun } from './get-test-run.query.js';
import { ListTests } from './list-tests.query.js';
import { PutTest } from './put-test.command.js';
import { ReplaceTests } from './replace-tests.command.js';
import { RunTests } from './run-tests.command.js';
import {
  runTestsBody,
  type RunTestsBody,
  testAnswer,
  testBody,
  type TestBody,
  testExample,
  testList,
  testRunAnswer,
  type TestRunView,
  testsBody,
  type TestsBody,
  type TestView,
  testWeight,
} from './workflow-test.schemas.js';

const workflowId = new RecordIdPipe('workflow', exampleIds.workflow);
const testIdPipe = new RecordIdPipe('test', exampleIds.test);
const runIdPipe = new RecordIdPipe('test run', exampleIds.testRun);

@Controller('api/v1/workflows/:id/tests')
export class WorkflowTestsController {
  constructor(@Inject(Bus) private readonly bus: Bus) {}

  @Operation({
    id: 'listWorkflowTests',
    summary: 'List the tests of the workflow, in their order',
    role: 'viewer',
    answers: { 200: testList },
    links: { '/data/0/id': [':testId'] },
  })
  @Get()
  async list(
    @CurrentPrincipal() principal: Principal,
    @Param('id', workflowId) id: string,
  ): Promise<{ data: readonly TestView[] }> {
    return { data: await this.bus.execute(new ListTests(principal, id)) };
  }

  @Operation({
    id: 'replaceWorkflowTests',
    summary: 'Replace all tests of the workflow',
    role: 'editor',
    answers: { 200: testList },
    example: { tests: [testExample] },
  })
  @Scopes('workflows:write')
  @KeepsBodyText()
  @Put()
  async replace(
    @CurrentPrincipal() principal: Principal,
    @Param('id', workflowId) id: string,
    @Body(new BodyPipe(testsBody, testWeight)) body: TestsBody,
    @Req() request: FastifyRequest,
  ): Promise<{ data: readonly TestView[] }> {
    const paths = body.tests.map((_, at) => `tests[${at}].test`);
    const texts = await sentFields(request, paths);
    return { data: await this.bus.execute(new ReplaceTests(principal, id, body, texts)) };
  }

  @Operation({
    id: 'putWorkflowTest',
    summary: 'Add a test under an id of your own, or replace it',
    role: 'editor',
    answers: { 200: testAnswer },
    example: testExample,
  })
  @Scopes('workflows:write')
  @KeepsBodyText()
  @Put(':testId')
  async put(
    @CurrentPrincipal() principal: Principal,
    @Param('id', workflowId) id: string,
    @Param('testId', testIdPipe) testId: string,
    @Body(new BodyPipe(testBody, testWeight)) body: TestBody,
    @Req() request: FastifyRequest,
  ): Promise<{ data: TestView }> {
    const test = { value: body.test, text: await sentField(request, 'test') };
    return { data: await this.bus.execute(new PutTest(principal, id, testId, test)) };
  }

  @Operation({
    id: 'deleteWorkflowTest',
    summary: 'Remove a test',
    role: 'editor',
    answers: { 204: null },
  })
  @Scopes('workflows:write')
  @Delete(':testId')
  @HttpCode(204)
  async remove(
    @CurrentPrincipal() principal: Principal,
    @Param('id', workflowId) id: string,
    @Param('testId', testIdPipe) testId: string,
  ): Promise<void> {
    await this.bus.execute(new DeleteTest(principal, id, testId));
  }

  @Operation({
    id: 'runWorkflowTests',
    summary: 'Run tests against the draft; 202 when they take longer than 20 seconds',
    role: 'editor',
    answers: { 200: testRunAnswer, 202: testRunAnswer },
    refusals: [429],
    links: { '/data/id': ['runs/:runId'] },
    example: {},
  })
  @Scopes('workflows:write', 'workflows:run')
  @Post('run')
  @HttpCode(200)
  async run(
    @CurrentPrincipal() principal: Principal,
    @Param('id', workflowId) id: string,
    @Body(new BodyPipe(runTestsBody)) body: RunTestsBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ data: TestRunView }> {
    const runId = await this.bus.execute(new RunTests(principal, id, body));
    const data = await this.bus.execute(new GetTestRun(principal, id, runId));
    if (data.state !== 'ended') void reply.status(202);
    return { data };
  }

  @Operation({
    id: 'getWorkflowTestRun',
    summary: 'Get a run of tests with its results so far; it is kept for an hour',
    role: 'viewer',
    answers: { 200: testRunAnswer },
  })
  @Get('runs/:runId')
  async getRun(
    @CurrentPrincipal() principal: Principal,
    @Param('id', workflowId) id: string,
    @Param('runId', runIdPipe) runId: string,
  ): Promise<{ data: TestRunView }> {
    return { data: await this.bus.execute(new GetTestRun(principal, id, runId)) };
  }
}
