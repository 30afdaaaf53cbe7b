/** Routes read from Nest's decorators, so the document matches the registered routes. */
import 'reflect-metadata';
import { RequestMethod, type Type } from '@nestjs/common';
import {
  HTTP_CODE_METADATA,
  METHOD_METADATA,
  PATH_METADATA,
  ROUTE_ARGS_METADATA,
} from '@nestjs/common/constants.js';
import type { ApiKeyScope } from '@libs/persistence';
import { publicRoute } from '@libs/platform';
import type { ZodType } from 'zod';
import { neededScopes } from '../auth/scopes.js';
import { BodyPipe, QueryPipe, RecordIdPipe } from '../http/zod.pipe.js';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With parameters in braces. */
  readonly path: string;
  readonly controller: string;
  readonly handler: string;
  readonly isPublic: boolean;
  readonly scopes: readonly ApiKeyScope[];
  readonly successStatus: number;
  readonly query: ZodType | null;
  readonly body: ZodType | null;
  readonly parameters: readonly { readonly name: string; readonly isId: boolean }[];
}

type Handler = (...parameters: readonly unknown[]) => unknown;

interface Argument {
  readonly data?: unknown;
  readonly pipes: readonly unknown[];
}

const methods: Readonly<Partial<Record<RequestMethod, readonly Route['method'][]>>> = {
  [RequestMethod.GET]: ['GET'],
  [RequestMethod.POST]: ['POST'],
  [RequestMethod.PUT]: ['PUT'],
  [RequestMethod.PATCH]: ['PATCH'],
  [RequestMethod.DELETE]: ['DELETE'],
  [RequestMethod.ALL]: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
};

function joined(prefix: string, path: string): string {
  const parts = [prefix, path].flatMap((text) => text.split('/')).filter((part) => part !== '');
  return `/${parts.map((part) => (part.startsWith(':') ? `{${part.slice(1)}}` : part)).join('/')}`;
}

const pathsOf = (target: object): string[] =>
  [(Reflect.getMetadata(PATH_METADATA, target) as string | string[] | undefined) ?? ''].flat();

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
  const idParameters = new Set(
    pipes.flatMap(({ data, pipe }) => (pipe instanceof RecordIdPipe ? [data] : [])),
  );
  return pathsOf(controller).flatMap((prefix) =>
    pathsOf(handler).flatMap((own) => {
      const path = joined(prefix, own);
      return answered.map((method) => ({
        method,
        path,
        controller: controller.name,
        handler: name,
        isPublic: mark(publicRoute) === true,
        scopes: (mark(neededScopes) as ApiKeyScope[] | undefined) ?? [],
        successStatus:
          (mark(HTTP_CODE_METADATA) as number | undefined) ?? (method === 'POST' ? 201 : 200),
        query: query?.schema ?? null,
        body: body?.schema ?? null,
        parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => ({
          name: parameter,
          isId: idParameters.has(parameter),
        })),
      }));
    }),
  );
}

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
