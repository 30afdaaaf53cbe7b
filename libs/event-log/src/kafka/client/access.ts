/** Translates access rules into kafkajs' numeric ACL constants. */
import kafkajs, { type AclEntry, type Admin } from 'kafkajs';
import type { AccessRule } from '../../ports.js';

// Node detects only the first few named exports of this CommonJS package.
const { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes } = kafkajs;

const resources = {
  topic: AclResourceTypes.TOPIC,
  group: AclResourceTypes.GROUP,
  transactionalId: AclResourceTypes.TRANSACTIONAL_ID,
};
const patterns = {
  literal: ResourcePatternTypes.LITERAL,
  prefixed: ResourcePatternTypes.PREFIXED,
};
const operations = {
  read: AclOperationTypes.READ,
  write: AclOperationTypes.WRITE,
  create: AclOperationTypes.CREATE,
  delete: AclOperationTypes.DELETE,
  alter: AclOperationTypes.ALTER,
  describe: AclOperationTypes.DESCRIBE,
  describeConfigs: AclOperationTypes.DESCRIBE_CONFIGS,
  alterConfigs: AclOperationTypes.ALTER_CONFIGS,
};

export async function allow(
  admin: Admin,
  principal: string,
  rules: readonly AccessRule[],
): Promise<void> {
  const acl = rules.map(({ resource, name, pattern, operation }): AclEntry => ({
    resourceType: resources[resource],
    resourceName: name,
    resourcePatternType: patterns[pattern],
    principal,
    host: '*',
    operation: operations[operation],
    permissionType: AclPermissionTypes.ALLOW,
  }));
  await admin.createAcls({ acl });
}
