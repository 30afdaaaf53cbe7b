/** The block error for an exception thrown by an evaluation. Pure. */
import { SecretHostDeniedError, type BlockError } from '@libs/blocks';
import { EvaluationError } from '@libs/workflow';
import { UnknownSecretError } from './secret-values.js';

export function blockErrorOf(error: unknown): BlockError {
  if (error instanceof EvaluationError || error instanceof SecretHostDeniedError)
    return { code: error.code, message: error.message };
  if (error instanceof UnknownSecretError)
    return { code: 'UNKNOWN_SECRET', message: error.message };
  const message = error instanceof Error ? error.message : 'The block failed unexpectedly';
  return { code: 'BLOCK_CRASHED', message };
}
