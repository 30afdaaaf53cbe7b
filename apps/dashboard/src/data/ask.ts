/**
 * Queries and mutations made of client operations. The key is workspace, operation and request, so
 * a whole operation is invalidated by its name. Cancel signal and cursor come from here.
 */
import { type Client, createClient, type OperationName, type Operations } from '@libs/client';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { NoAnswer } from './failure.js';

type Request<K extends OperationName> = Operations[K]['request'];
type Answer<K extends OperationName> = Operations[K]['answer'];

/** Null: calls that belong to no workspace, such as signing in. */
export type Workspace = string | null;

/**
 * The whole answer, so that a connection that breaks in the middle is told from a fault here.
 * @throws NoAnswer, and what the caller's signal throws
 */
export async function answered(input: RequestInfo | URL, init: RequestInit): Promise<Response> {
  try {
    const { status, headers, body } = await fetch(input, init);
    const bytes = body === null ? null : await new Response(body).arrayBuffer();
    // A 204 may come with an empty stream, and must be made without one.
    return new Response(bytes?.byteLength === 0 ? null : bytes, { status, headers });
  } catch (cause) {
    init.signal?.throwIfAborted();
    throw new NoAnswer('No answer came', { cause });
  }
}

function clientOf(workspace: Workspace): Client {
  return createClient({
    baseUrl: '',
    fetch: (input, init) => {
      const headers = new Headers(init?.headers);
      if (workspace !== null) headers.set('x-workspace-id', workspace);
      return answered(input, { ...init, headers, credentials: 'same-origin' });
    },
  });
}

export const call = <K extends OperationName>(
  workspace: Workspace,
  operation: K,
  request: Request<K>,
  signal?: AbortSignal,
): Promise<Answer<K>> =>
  clientOf(workspace).call(operation, request, signal === undefined ? {} : { signal });

export const keyOf = (workspace: Workspace, operation: OperationName) =>
  [workspace, operation] as const;

export const ask = <K extends OperationName>(
  workspace: Workspace,
  operation: K,
  request: Request<K>,
) =>
  queryOptions({
    queryKey: [workspace, operation, request],
    queryFn: ({ signal }) => call(workspace, operation, request, signal),
  });

interface Paged {
  readonly nextCursor?: string;
}

/** Pages of an operation that takes `cursor` in its query and answers `nextCursor`. */
export const pagesOf = <K extends OperationName>(
  workspace: Workspace,
  operation: K,
  request: Request<K> & { readonly query?: object },
) =>
  infiniteQueryOptions({
    // A list that is read in pages and one that is read once are kept apart: their data differ.
    queryKey: [workspace, operation, request, 'pages'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        workspace,
        operation,
        { ...request, query: { ...request.query, cursor: pageParam } },
        signal,
      ),
    getNextPageParam: (page: Answer<K>) => (page as Paged).nextCursor,
    placeholderData: keepPreviousData,
  });

/** For what a page will ask: it shows whether that failed. */
export const started = (answer: Promise<unknown>): void => void answer.catch(() => undefined);
