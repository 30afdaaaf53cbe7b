/** The page Start: the demo and its receiver, and new workflows. */
import { ApiRefusal, type Operations } from '@libs/client';
import { answered, ask, call } from './ask.js';

export type Demo = Operations['getDemo']['answer']['data'];
export type ReceivedWebhook = NonNullable<Demo['receiver']>['received'][number];
export type ImportReport = Operations['importWorkflow']['answer']['data'];
type NewWorkflow = Operations['createWorkflow']['request']['body'];

export const getDemo = (workspaceId: string) => ask(workspaceId, 'getDemo', {});

export const changeReceiver = (workspaceId: string, broken: boolean) =>
  call(workspaceId, 'changeDemoReceiver', { body: { broken } });

export const listExamples = (workspaceId: string) => ask(workspaceId, 'listExamples', {});

export const demoInput = '{"id":"A-1","amount":42}';

export interface DemoAnswer {
  readonly status: number;
  /** Null: nothing was started. */
  readonly executionId: string | null;
}

/**
 * Calls the trigger as a program does: without the session. The address is of this page's origin,
 * whatever name the server gives itself.
 */
export async function runDemo(triggerUrl: string): Promise<DemoAnswer> {
  const response = await answered(new URL(triggerUrl).pathname, {
    method: 'POST',
    credentials: 'omit',
    headers: { 'content-type': 'application/json' },
    body: demoInput,
  });
  return { status: response.status, executionId: response.headers.get('x-execution-id') };
}

/** A draft may have problems: the page of the workflow lists them. */
export const createWorkflow = (workspaceId: string, body: NewWorkflow) =>
  call(workspaceId, 'createWorkflow', { body, query: { allowProblems: 'true' } });

const isTaken = (error: unknown): boolean =>
  error instanceof ApiRefusal && JSON.stringify(error.body).includes('TRIGGER_PATH_TAKEN');

/**
 * Its tests come with it: the first one has an input to try it with.
 * @param atFreePath makes another definition of it, for when its trigger's path is in use
 */
export async function createFromExample(
  workspaceId: string,
  name: string,
  atFreePath: (definition: NewWorkflow['definition']) => NewWorkflow['definition'],
) {
  const { data } = await call(workspaceId, 'getExample', { path: { example: name } });
  const { title, description, tests } = data;
  const definition = data.definition as unknown as NewWorkflow['definition'];
  const create = (one: NewWorkflow['definition']) =>
    call(workspaceId, 'createWorkflow', { body: { name: title, description, definition: one } });
  const made = await create(definition).catch((error: unknown) => {
    if (isTaken(error)) return create(atFreePath(definition));
    throw error;
  });
  await call(workspaceId, 'replaceWorkflowTests', {
    path: { id: made.data.id },
    body: { tests: tests.map((test) => ({ test })) },
    // The workflow is there, and runs without them.
  }).catch(() => undefined);
  return made;
}

type SimExport = Operations['importWorkflow']['request']['body']['workflow'];

export interface SimFile {
  readonly name: string;
  /** What the file holds. The server checks it. */
  readonly content: unknown;
}

/** @param isDryRun only reports */
export const importFromSim = (workspaceId: string, { name, content }: SimFile, isDryRun: boolean) =>
  call(workspaceId, 'importWorkflow', {
    body: { name, workflow: content as SimExport, dryRun: isDryRun },
  });
