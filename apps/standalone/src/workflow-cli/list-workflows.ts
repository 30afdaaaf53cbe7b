/** `list` and `versions`: one line for each workflow, or each deployed version. */
import { quoted } from '../terminal/quoted.js';
import { type Command, tell } from './command.js';
import { eachWorkflow, findWorkflow, type FoundWorkflow } from './find-workflow.js';

/** Whether its triggers start anything; `pausedAt` is absent on a server that cannot pause. */
function stateOf({ deployedVersion, pausedAt }: FoundWorkflow): string {
  if (deployedVersion === null) return 'not deployed';
  return pausedAt == null ? `version ${deployedVersion}` : `version ${deployedVersion}, paused`;
}

export async function listWorkflows(command: Command): Promise<boolean> {
  let count = 0;
  for await (const workflow of eachWorkflow(await command.server())) {
    count += 1;
    tell(command, workflow, ({ id, updatedAt, name }) => [
      [id, stateOf(workflow).padEnd(20), updatedAt, quoted(name)].join('  '),
    ]);
  }
  if (count === 0) command.note('no workflows yet: "npm run workflow -- deploy FILE" makes one');
  return true;
}

interface ListedVersion {
  readonly version: number;
  readonly createdAt: string;
  readonly deployedBy?: unknown;
  readonly note?: string | null;
}

interface VersionPage {
  readonly data: readonly ListedVersion[];
  readonly nextCursor?: string;
}

/** Members have a name or an e-mail; a key has its name. */
function whoOf(deployedBy: unknown): string {
  if (typeof deployedBy === 'string') return quoted(deployedBy);
  const { name, email } = (deployedBy ?? {}) as {
    readonly name?: unknown;
    readonly email?: unknown;
  };
  const told = name ?? email;
  return typeof told === 'string' ? quoted(told) : '';
}

export async function listVersions(command: Command): Promise<boolean> {
  const server = await command.server();
  const workflow = await findWorkflow(server, command.operands[0] ?? '');
  let count = 0;
  for (let cursor: string | undefined; ;) {
    const query = { limit: 100, ...(cursor !== undefined && { cursor }) };
    const page = await server.call<VersionPage>('GET', `/workflows/${workflow.id}/versions`, {
      query,
    });
    for (const one of page.data) {
      count += 1;
      const { version, createdAt, deployedBy, note } = one;
      const mark = version === workflow.deployedVersion ? 'deployed' : '';
      const shown = [String(version).padStart(4), createdAt, mark.padEnd(8), whoOf(deployedBy)];
      const told = note == null ? shown : [...shown, quoted(note)];
      tell(command, one, () => [told.join('  ').trimEnd()]);
    }
    cursor = page.nextCursor;
    if (cursor === undefined) break;
  }
  if (count === 0) command.note(`${quoted(workflow.name)} was never deployed`);
  return true;
}
