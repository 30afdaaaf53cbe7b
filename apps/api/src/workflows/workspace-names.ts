/** Checks secrets and variables of a definition against its workspace. Drafts are not checked. */
import {
  checkEnvironment,
  checkSecretHosts,
  checkSecrets,
  secretUses,
  type CheckedDefinition,
  type DefinitionCheck,
} from '@libs/blocks';
import type { DefinitionProblem, DefinitionWarning } from '@libs/workflow';
import type { EntityManager } from 'typeorm';
import { includesRole, type Principal } from '../auth/principal.js';
import {
  hostsOfSecretsSql,
  knownSecretsSql,
  knownVariablesSql,
  someSecretsSql,
  someVariablesSql,
} from './workspace-names.sql.js';

const namesIn = (uses: CheckedDefinition['names']['secrets']): string[] => [
  ...new Set(uses.map(({ name }) => name)),
];

async function deniedSecrets(
  manager: EntityManager,
  workspaceId: string,
  checked: CheckedDefinition,
): Promise<DefinitionProblem[]> {
  const asked = namesIn(checked.names.secrets);
  if (asked.length === 0) return [];
  const rows: { name: string; allowed_hosts: string[] }[] = await manager.query(hostsOfSecretsSql, [
    workspaceId,
    asked,
  ]);
  return checkSecretHosts(
    checked,
    new Map(rows.map(({ name, allowed_hosts }) => [name, allowed_hosts])),
  );
}

/** The names of what a workspace has: those asked for, and some more when one is missing. */
async function namesOf(
  manager: EntityManager,
  workspaceId: string,
  asked: readonly string[],
  [known, some]: readonly [string, string],
): Promise<ReadonlySet<string> | null> {
  const rows = (sql: string, values: readonly unknown[]): Promise<{ name: string }[]> =>
    manager.query(sql, [...values]);
  const found = await rows(known, [workspaceId, asked]);
  if (found.length === asked.length) return null;
  const others = await rows(some, [workspaceId]);
  return new Set([...found, ...others].map(({ name }) => name));
}

async function unknownVariables(
  manager: EntityManager,
  workspaceId: string,
  checked: CheckedDefinition,
): Promise<DefinitionProblem[]> {
  const asked = namesIn(checked.names.environment);
  if (asked.length === 0) return [];
  const sql = [knownVariablesSql, someVariablesSql] as const;
  const known = await namesOf(manager, workspaceId, asked, sql);
  return known === null ? [] : checkEnvironment(checked, known);
}

/** Only for callers that may list the secrets: others would learn which names there are. */
async function secretWarnings(
  manager: EntityManager,
  { workspaceId, role }: Pick<Principal, 'workspaceId' | 'role'>,
  checked: DefinitionCheck,
): Promise<DefinitionWarning[]> {
  const asked = namesIn(secretUses(checked));
  if (asked.length === 0 || !includesRole(role, 'editor')) return [];
  const sql = [knownSecretsSql, someSecretsSql] as const;
  const known = await namesOf(manager, workspaceId, asked, sql);
  return known === null ? [] : checkSecrets(checked, known);
}

/** All warnings of a definition, those about its workspace included. */
export const allWarnings = async (
  manager: EntityManager,
  principal: Pick<Principal, 'workspaceId' | 'role'>,
  checked: DefinitionCheck,
): Promise<readonly DefinitionWarning[]> => [
  ...checked.warnings,
  ...(await secretWarnings(manager, principal, checked)),
];

/** The problems of its use of secrets and variables, with their places. */
export const workspaceProblems = async (
  manager: EntityManager,
  workspaceId: string,
  checked: CheckedDefinition,
): Promise<DefinitionProblem[]> => [
  ...(await deniedSecrets(manager, workspaceId, checked)),
  ...(await unknownVariables(manager, workspaceId, checked)),
];
