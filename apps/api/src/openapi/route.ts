/** Routes read from Nest's decorators, so the document matches the registered routes. */
import 'reflect-metadata';
import { RequestMethod, type Type } from '@nestjs/common';
import {
  HTTP_CODE_METADATA,
  METHOD_METADATA,
  ROUTE_ARGS_METADATA,
} from '@nestjs/common/constants.js';
import type { ApiKeyScope } from '@libs/persistence';
import { publicRoute } from '@libs/platform';
import type { ZodType } from 'zod';
import { neededScopes } from '../auth/principal.js';
import {
  type Method,
  operationOf,
  pathsOf,
  type RouteOperation,
} from '../http/operation.decorator.js';
import { BodyPipe, PathPipe, QueryPipe, RecordIdPipe } from '../http/zod.pipe.js';

interface PathParameter {
  readonly name: string;
  readonly isId: boolean;
  readonly example?: string;
  readonly description?: string;
}

export interface Route {
  readonly method: Method;
  /** With parameters in braces. */
  readonly path: string;
  readonly controller: string;
  readonly handler: string;
  /** Undefined for a public route of another contract (schema registry, documents). */
  readonly operation: RouteOperation | undefined;
  readonly isPublic: boolean;
  readonly scopes: readonly ApiKeyScope[];
  readonly successStatus: number;
  readonly query: ZodType | null;
  readonly body: ZodType | null;
  readonly parameters: readonly PathParameter[];
}

type Handler = (...parameters: readonly unknown[]) => unknown;

interface Argument {
  readonly data?: unknown;
  readonly pipes: readonly unknown[];
}

const methods: Readonly<Partial<Record<RequestMethod, readonly Method[]>>> = {
  [RequestMethod.GET]: ['GET'],
  [RequestMethod.POST]: ['POST'],
  [RequestMethod.PUT]: ['PUT'],
  [RequestMethod.PATCH]: ['PATCH'],
  [RequestMethod.DELETE]: ['DELETE'],
  [RequestMethod.ALL]: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
};

/** `:id` becomes `{id}`, as OpenAPI writes it. */
export const braced = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');

const joined = (prefix: string, path: string): string =>
  `/${[prefix, path]
    .flatMap((text) => text.split('/'))
    .filter((part) => part !== '')
    .join('/')}`;

type ParameterDescription = Omit<PathParameter, 'name'>;

/** The path parameters that the handler reads, by name. */
function describedParameters(
  pipes: readonly { readonly data: unknown; readonly pipe: unknown }[],
): ReadonlyMap<unknown, ParameterDescription> {
  return new Map(
    pipes.flatMap(({ data, pipe }): [unknown, ParameterDescription][] => {
      if (!(pipe instanceof PathPipe)) return [];
      const { example, description } = pipe;
      const isId = pipe instanceof RecordIdPipe;
      return [[data, { isId, example, ...(description !== undefined && { description }) }]];
    }),
  );
}

function routesOfHandler(controller: Type, name: string, handler: Handler): Route[] {
  const answered = methods[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
  if (answered === undefined) return [];
  const mark = (key: string): unknown =>
    Reflect.getMetadata(key, handler) ?? Reflect.getMetadata(key, controller);
  const argumentsOf = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) as
    Readonly<Record<string, Argument>> | undefined;
  const pipes = Object.values(argumentsOf ?? {}).flatMap(({ data, pipes: own }) =>
    own.map((pipe) => ({ data, pipe })),
  );
  const query = pipes.map(({ pipe }) => pipe).find((pipe) => pipe instanceof QueryPipe);
  const body = pipes.map(({ pipe }) => pipe).find((pipe) => pipe instanceof BodyPipe);
  const described = describedParameters(pipes);
  return pathsOf(controller).flatMap((prefix) =>
    pathsOf(handler).flatMap((own) => {
      const url = joined(prefix, own);
      const path = braced(url);
      return answered.map((method) => ({
        method,
        path,
        controller: controller.name,
        handler: name,
        operation: operationOf(controller, handler, { method, path: url }),
        isPublic: mark(publicRoute) === true,
        scopes: (mark(neededScopes) as ApiKeyScope[] | undefined) ?? [],
        successStatus:
          (mark(HTTP_CODE_METADATA) as number | undefined) ?? (method === 'POST' ? 201 : 200),
        query: query?.schema ?? null,
        body: body?.schema ?? null,
        parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => ({
          name: parameter,
          isId: false,
          ...described.get(parameter),
        })),
      }));
    }),
  );
}

/** The answers with a body. */
export const answersOf = (routes: readonly Route[]): ZodType[] =>
  routes.flatMap(({ operation }) =>
    operation === undefined
      ? []
      : Object.values(operation.answers).filter((answer) => answer != null),
  );

export const operationIdOf = ({ operation, controller, handler }: Route): string =>
  operation?.id ?? `${controller.replace(/Controller$/, '')}_${handler}`;

export function routesOf(controllers: Iterable<Type>): Route[] {
  return [...controllers].flatMap((controller) => {
    const prototype = controller.prototype as Record<string, unknown>;
    return Object.getOwnPropertyNames(prototype).flatMap((name) => {
      const handler = name === 'constructor' ? null : prototype[name];
      return typeof handler === 'function'
        ? routesOfHandler(controller, name, handler as Handler)
        : [];
    });
  });
}

/**
 * Controllers of a module and its imports, without starting anything.
 * @public for scripts/generate-client.mjs, which takes it from dist
 */
export function controllersOf(module: unknown, seen = new Set<unknown>()): Type[] {
  const target = (module as { module?: unknown } | null)?.module ?? module;
  if (typeof target !== 'function' || seen.has(target)) return [];
  seen.add(target);
  const list = (key: string): unknown[] =>
    (Reflect.getMetadata(key, target) as unknown[] | undefined) ?? [];
  return [
    ...(list('controllers') as Type[]),
    ...list('imports').flatMap((imported) => controllersOf(imported, seen)),
  ];
}
