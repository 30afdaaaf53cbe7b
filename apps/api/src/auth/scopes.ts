/** `@Scopes()` names the key scopes that a route accepts. */
import { type CustomDecorator, SetMetadata } from '@nestjs/common';
import type { ApiKeyScope } from '@libs/persistence';

/** Metadata key of `@Scopes()`. */
export const neededScopes = 'flowledger:scopes';

/** The key must have at least one of these scopes. */
export const Scopes = (...anyOf: [ApiKeyScope, ...ApiKeyScope[]]): CustomDecorator =>
  SetMetadata(neededScopes, anyOf);
