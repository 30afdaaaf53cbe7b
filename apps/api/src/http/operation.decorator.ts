/**
 * `@Operation()` describes a route beside its handler. The OpenAPI document, the role guard and the
 * audit trail read it. A route that needs a key and has no description refuses every call.
 */
import type { WorkspaceRole } from '@libs/persistence';
import type { ExecutionContext, Type } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import type { ZodType } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One text; or one for each path of the controller, in their order; or one for each method. */
type TextOfRoute = string | readonly string[] | Readonly<Record<Method, string>>;

interface DescribedHeader {
  readonly description: string;
  readonly example: string;
}

/** `operator` takes the operator's key instead of an API key. No role includes it. */
type RequiredRole = WorkspaceRole | 'operator';

/**
 * How a key that is limited to workflows is kept to these: its parameter `id` is a workflow or an
 * execution, which the guard checks; or the handler restricts what it gives.
 */
type LimitedKeyAccess = 'workflow' | 'execution' | 'handler';

interface Description {
  /** The lowest role that may call it. Absent only on a public route. */
  readonly role?: RequiredRole;
  /** Absent: keys that are limited to workflows may not call it. */
  readonly limitedKeys?: LimitedKeyAccess;
  /** By status; null has no body. `default`: the author of a workflow chooses the answer. */
  readonly answers: Readonly<Record<number, ZodType | null>> & { readonly default?: null };
  /** Names in `answer-headers.ts`, by status. */
  readonly answerHeaders?: Readonly<Record<number, readonly string[]>>;
  /** Statuses of refusals that do not follow from the route (`refusals.ts`). */
  readonly refusals?: readonly number[];
  /** Request headers that it reads. */
  readonly headers?: Readonly<Record<string, DescribedHeader>>;
  /** A body. Without a `BodyPipe` it says that any JSON is accepted. */
  readonly example?: unknown;
  /**
   * JSON pointers to ids in its answers, each with the paths whose last parameter takes that id. A
   * path is relative to the route unless it begins with a slash.
   */
  readonly links?: Readonly<Record<string, readonly string[]>>;
  /** For callers of earlier releases only. Default: false. */
  readonly deprecated?: boolean;
  /** Default: true for a method that changes data. False where the ledger is the history. */
  readonly audited?: boolean;
  /** Whether keys of a suspended account may call it. Default: true for GET and DELETE. */
  readonly whileSuspended?: boolean;
}

export interface OperationOptions extends Description {
  /** Name in generated clients and in the audit trail: never rename one. */
  readonly id: TextOfRoute;
  readonly summary: TextOfRoute;
}

/** The description of one route. */
export interface RouteOperation extends Description {
  readonly id: string;
  readonly summary: string;
}

export const Operation = Reflector.createDecorator<OperationOptions>({
  key: 'flowledger:operation',
});

const reflector = new Reflector();

/** Whether the route takes the operator's key. */
export const isOperatorRoute = (context: ExecutionContext): boolean =>
  (reflector.get(Operation, context.getHandler()) as OperationOptions | undefined)?.role ===
  'operator';

/** The paths in a decorator of Nest. */
export const pathsOf = (target: object): string[] =>
  [(Reflect.getMetadata(PATH_METADATA, target) as string | string[] | undefined) ?? ''].flat();

const isList = (text: TextOfRoute): text is readonly string[] => Array.isArray(text);

/** @returns undefined for a handler without a description */
export function operationOf(
  controller: Type,
  handler: ReturnType<ExecutionContext['getHandler']>,
  { method, path }: { readonly method: string; readonly path: string },
): RouteOperation | undefined {
  const options = reflector.get(Operation, handler) as OperationOptions | undefined;
  if (options === undefined) return undefined;
  const of = (text: TextOfRoute): string => {
    if (typeof text === 'string') return text;
    const chosen = isList(text)
      ? text[pathsOf(controller).findIndex((prefix) => path.startsWith(`/${prefix}`))]
      : text[method as Method];
    if (chosen === undefined) throw new Error(`${controller.name} has no text for ${path}`);
    return chosen;
  };
  return { ...options, id: of(options.id), summary: of(options.summary) };
}

/** The operation that a request calls. */
export function operationAt(context: ExecutionContext): RouteOperation | undefined {
  const { method, routeOptions } = context.switchToHttp().getRequest<FastifyRequest>();
  const route = { method, path: routeOptions.url ?? '' };
  return operationOf(context.getClass(), context.getHandler(), route);
}
