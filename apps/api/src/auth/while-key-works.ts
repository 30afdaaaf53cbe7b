/** `@WhileKeyWorks()`: an answer that goes on for as long as an execution does ends when its key stops working. */
import { type CustomDecorator, SetMetadata } from '@nestjs/common';
import type { ServerResponse } from 'node:http';

export const whileKeyWorks = 'flowledger:while-key-works';
export const WhileKeyWorks = (): CustomDecorator => SetMetadata(whileKeyWorks, true);

const everyMs = 1_000;

/** @param works rejects when nobody can tell; the answer goes on then */
export function endWithKey(answer: ServerResponse, works: () => Promise<boolean>): void {
  const timer = setInterval(() => {
    works().then(
      (itDoes) => {
        if (!itDoes) answer.destroy();
      },
      () => undefined,
    );
  }, everyMs);
  answer.on('close', () => {
    clearInterval(timer);
  });
}
