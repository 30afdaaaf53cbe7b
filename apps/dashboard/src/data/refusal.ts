import { ApiRefusal, type ErrorBody } from '@libs/client';

/** Of an answer that the client does not read, because it is no JSON or too large for the page. */
export async function refusalOf(response: Response): Promise<ApiRefusal> {
  const body = (await response.json().catch(() => null)) as ErrorBody | null;
  const requestId = response.headers.get('x-request-id') ?? '';
  return new ApiRefusal(
    response.status,
    body ?? { error: response.statusText, code: 'INTERNAL', requestId },
    Number(response.headers.get('retry-after')) || null,
  );
}
