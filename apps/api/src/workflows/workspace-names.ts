/** Checks secrets and variables of a definition against its workspace. Drafts are not checked. */
import { checkEnvironment, checkSecretHosts, type CheckedDefinition } from '@libs/blocks';
import type { DefinitionProblem } from '@libs/workflow';
import type { EntityManager } from 'typeorm';
import { hostsOfSecretsSql, knownVariablesSql, someVariablesSql } from './workspace-names.sql.js';

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

async function unknownVariables(
  manager: EntityManager,
  workspaceId: string,
  checked: CheckedDefinition,
): Promise<DefinitionProblem[]> {
  const asked = namesIn(checked.names.environment);
  if (asked.length === 0) return [];
  const namesOf = async (sql: string, values: readonly unknown[]): Promise<string[]> => {
    const rows: { name: string }[] = await manager.query(sql, [...values]);
    return rows.map(({ name }) => name);
  };
  const known = await namesOf(knownVariablesSql, [workspaceId, asked]);
  if (known.length === asked.length) return [];
  const others = await namesOf(someVariablesSql, [workspaceId]);
  return checkEnvironment(checked, new Set([...known, ...others]));
}

/** The problems of its use of secrets and variables, with their places. */
export const workspaceProblems = async (
  manager: EntityManager,
  workspaceId: string,
  checked: CheckedDefinition,
): Promise<DefinitionProblem[]> => [
  ...(await deniedSecrets(manager, workspaceId, checked)),
  ...(await unknownVariables(manager, workspaceId, checked)),
];
