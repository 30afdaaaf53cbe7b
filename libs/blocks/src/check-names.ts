/**
 * Checks at deployment what a definition asks of its workspace: secrets go only where they may, and
 * every variable exists. Both may change later, so a run checks the secrets again.
 */
import { allowsUrl } from '@libs/egress';
import { suggestion, type DefinitionProblem, type WorkflowDefinition } from '@libs/workflow';
import type { CheckedDefinition } from './check-definition.js';
import type { BlockNameUse } from './compile-workflow.js';
import { validConfig } from './parsed-config.js';
import { blockTypes } from './registry.js';
import { deniedHost, deniedUse } from './secrets/secret-host-denied.js';
import { secretMayBeHost, staticUrlOf } from './secrets/url-template.js';

/** More do not help the author. */
const maxProblems = 100;
/** A suggestion compares a name with all known ones. */
const maxSuggestions = 5;

const problemAt = (
  { blockId, path, place }: BlockNameUse,
  code: DefinitionProblem['code'],
  message: string,
): DefinitionProblem => ({ code, blockId, field: `config${path}`, message, ...place() });

interface StaticCall {
  readonly fields: readonly string[];
  /** Null: only a run can tell the host. */
  readonly url: URL | null;
  readonly secretMayBeHost: boolean;
}

/** By the id of a block; null for a block that makes no call. */
function staticCalls({ blocks }: WorkflowDefinition): ReadonlyMap<string, StaticCall | null> {
  return new Map(
    blocks.map((block) => {
      const call = blockTypes.get(block.type)?.calls(validConfig(block)) ?? null;
      const judged = call && {
        fields: call.fields,
        url: staticUrlOf(call.url),
        secretMayBeHost: secretMayBeHost(call.url),
      };
      return [block.id, judged] as const;
    }),
  );
}

/** Why this use is refused; null when it is not, or when only a run can tell. */
function refusalOf(
  { name, path }: BlockNameUse,
  call: StaticCall | null,
  hosts: readonly string[],
): string | null {
  const field = /^\.([A-Za-z]+)/.exec(path)?.[1] ?? '';
  if (!call?.fields.includes(field)) return deniedUse(name, hosts);
  const { url } = call;
  if (url === null || allowsUrl(hosts, url, !call.secretMayBeHost)) return null;
  return deniedHost(name, hosts, url.host);
}

/** @param hostsOf the hosts of the secrets that name some */
export function checkSecretHosts(
  { definition, names }: Pick<CheckedDefinition, 'definition' | 'names'>,
  hostsOf: ReadonlyMap<string, readonly string[]>,
): DefinitionProblem[] {
  const problems: DefinitionProblem[] = [];
  if (hostsOf.size === 0) return problems;
  const calls = staticCalls(definition);
  for (const use of names.secrets) {
    const hosts = hostsOf.get(use.name);
    const call = calls.get(use.blockId) ?? null;
    const refusal = hosts === undefined ? null : refusalOf(use, call, hosts);
    if (refusal !== null) problems.push(problemAt(use, 'SECRET_HOST_DENIED', refusal));
    if (problems.length === maxProblems) break;
  }
  return problems;
}

/** @param known names of the workspace's variables; some more than are used, for suggestions */
export function checkEnvironment(
  { names }: Pick<CheckedDefinition, 'names'>,
  known: ReadonlySet<string>,
): DefinitionProblem[] {
  const problems: DefinitionProblem[] = [];
  for (const use of names.environment) {
    if (known.has(use.name)) continue;
    const near = problems.length < maxSuggestions ? suggestion(use.name, known) : '';
    const message = `<env.${use.name}> refers to an unknown variable of the workspace${near === '' ? '; PUT /api/v1/workspaces/{id}/variables/{name} makes it' : near}`;
    problems.push(problemAt(use, 'UNKNOWN_REFERENCE', message));
    if (problems.length === maxProblems) break;
  }
  return problems;
}
