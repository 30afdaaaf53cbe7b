/**
 * Checks at deployment what a definition asks of its workspace: secrets go only where they may, and
 * every variable exists. Both may change later, so a run checks the secrets again.
 */
import { allowsUrl } from '@libs/egress';
import {
  didYouMean,
  NearestNames,
  suggestion,
  type DefinitionProblem,
  type DefinitionWarning,
  type WorkflowDefinition,
} from '@libs/workflow';
import type { CheckedDefinition, DefinitionCheck } from './check-definition.js';
import type { BlockNameUse } from './compile-workflow.js';
import { configIfValid, validConfig } from './parsed-config.js';
import { blockTypes } from './registry.js';
import { deniedHost, deniedUse } from './secrets/secret-host-denied.js';
import { secretMayBeHost, staticUrlOf } from './secrets/url-template.js';
import type { WebhookConfig } from './triggers/webhook.config.js';

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

/** The secret that a webhook's callers are checked with; a trigger compiles to nothing. */
function secretsOfTrigger({ blocks }: WorkflowDefinition): BlockNameUse[] {
  return blocks.flatMap((block): BlockNameUse[] => {
    const config = block.type === 'webhook' ? configIfValid(block) : undefined;
    const auth = (config as WebhookConfig | undefined)?.auth;
    if (auth === undefined) return [];
    const place = { line: 1, column: 1 };
    return [{ blockId: block.id, name: auth.secret, path: '.auth.secret', place: () => place }];
  });
}

/** Uses of secrets in a definition, or in an incomplete draft. */
export const secretUses = ({
  definition,
  names,
}: Pick<DefinitionCheck, 'definition' | 'names'>): BlockNameUse[] => [
  ...names.secrets,
  ...(definition === null ? [] : secretsOfTrigger(definition)),
];

/**
 * A secret may be set after the definition is saved, so that an unknown one is a warning.
 * @param known names of the workspace's secrets; some more than are used, for suggestions
 */
export function checkSecrets(
  checked: Pick<DefinitionCheck, 'definition' | 'names'>,
  known: ReadonlySet<string>,
): DefinitionWarning[] {
  const warnings: DefinitionWarning[] = [];
  const nearest = new NearestNames();
  const nameOf = new Map(checked.definition?.blocks.map(({ id, name }) => [id, name]));
  for (const { name, path, blockId, place } of secretUses(checked)) {
    if (known.has(name)) continue;
    const near = nearest.of(name, known);
    const remedy =
      near === null ? '; PUT /api/v1/workspaces/{id}/secrets/{name} sets it' : didYouMean(near);
    const blockName = nameOf.get(blockId);
    warnings.push({
      ...{ code: 'UNKNOWN_SECRET', blockId, field: `config${path}`, ...place() },
      ...(blockName !== undefined && { blockName }),
      message: `{{${name}}} is no secret of the workspace, so a run would fail with UNKNOWN_SECRET${remedy}`,
      ...(near !== null && { suggestion: near }),
    });
    if (warnings.length === maxProblems) break;
  }
  return warnings;
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
