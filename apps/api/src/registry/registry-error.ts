/**
 * Refusals in the registry's own shape: `{ "error_code": 40401, "message": sentence }`. The codes
 * are Confluent's.
 */
import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

export const registryContentType = 'application/vnd.schemaregistry.v1+json';

type RegistryErrorCode = 40401 | 40402 | 40403 | 42202;

export class RegistryError extends Error {
  override readonly name = 'RegistryError';

  constructor(
    readonly code: RegistryErrorCode,
    message: string,
  ) {
    super(message);
  }
}

@Catch(RegistryError)
export class RegistryErrorFilter implements ExceptionFilter {
  catch({ code, message }: RegistryError, host: ArgumentsHost): void {
    void host
      .switchToHttp()
      .getResponse<FastifyReply>()
      .status(Math.floor(code / 100))
      .header('content-type', registryContentType)
      .send(JSON.stringify({ error_code: code, message }));
  }
}
