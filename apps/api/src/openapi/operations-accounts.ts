/** Operations of workspaces and their secrets, keys, members, audit trail and usage. */
import { op, type Operations } from './operation.js';

const secretsPath = '/api/v1/workspaces/{workspaceId}/secrets';
const membersPath = '/api/v1/workspaces/{workspaceId}/members';

export const accountOperations: Operations = {
  [`GET ${secretsPath}`]: op('listSecrets', 'Names of secrets; values never come out', {
    200: 'SecretList',
  }),
  [`GET ${secretsPath}/{name}`]: op('getSecret', 'One secret, without its value', {
    200: 'SecretAnswer',
  }),
  [`PUT ${secretsPath}/{name}`]: op('putSecret', 'Set a secret', { 200: 'SecretAnswer' }),
  [`DELETE ${secretsPath}/{name}`]: op('deleteSecret', 'Delete a secret', { 204: null }),
  'GET /api/v1/api-keys': op('listApiKeys', 'Keys of the workspace', { 200: 'ApiKeyPage' }),
  'POST /api/v1/api-keys': op('createApiKey', 'Make a key; its value is in this answer only', {
    201: 'ApiKeyAnswer',
  }),
  'GET /api/v1/api-keys/{id}': op('getApiKey', 'One key, without its value', {
    200: 'ApiKeyAnswer',
  }),
  'DELETE /api/v1/api-keys/{id}': op('revokeApiKey', 'Revoke a key', { 204: null }),
  'GET /api/v1/workspaces': op('listWorkspaces', 'Workspaces this key can see', {
    200: 'WorkspaceList',
  }),
  'POST /api/v1/workspaces': op(
    'createWorkspace',
    'Make a workspace of the account, with its first key',
    { 201: 'CreatedWorkspaceAnswer' },
  ),
  'DELETE /api/v1/workspaces/{id}': op(
    'deleteWorkspace',
    'Delete a workspace and all its data; its keys stop working',
    { 204: null },
  ),
  [`GET ${membersPath}`]: op('listMembers', 'Members of the workspace, newest first', {
    200: 'MemberPage',
  }),
  [`POST ${membersPath}`]: op('addMember', 'Make somebody a member, by e-mail address', {
    201: 'MemberAnswer',
  }),
  [`GET ${membersPath}/{userId}`]: op('getMember', 'One member', { 200: 'MemberAnswer' }),
  [`PATCH ${membersPath}/{userId}`]: op('changeMember', "Change a member's role", {
    200: 'MemberAnswer',
  }),
  [`DELETE ${membersPath}/{userId}`]: op(
    'removeMember',
    'Remove a member; all keys of theirs in this workspace stop working',
    { 204: null },
  ),
  'GET /api/v1/me': op('getCaller', 'Whose key this is and what it may do', {
    200: 'CallerAnswer',
  }),
  'GET /api/v1/audit': op('listAuditEvents', 'Management actions, newest first', {
    200: 'AuditPage',
  }),
  'GET /api/v1/usage': op('getUsage', "The account's usage and limits", { 200: 'UsageAnswer' }),
};
