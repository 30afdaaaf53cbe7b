/** `@Scopes()` says which scopes of a key open a route. */
import { type CustomDecorator, SetMetadata } from '@nestjs/common';
import type { ApiKeyScope } from '@libs/persistence';

/** Where `@Scopes()` leaves them. */
export const neededScopes = 'flowledger:scopes';

/** The key must have at least one of these scopes. */
export const Scopes = (...anyOf: [ApiKeyScope, ...ApiKeyScope[]]): CustomDecorator =>
  SetMetadata(neededScopes, anyOf);
