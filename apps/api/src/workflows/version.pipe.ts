import { notFound } from '../errors/api-error.js';
import { PathPipe } from '../http/zod.pipe.js';

/** The number of a deployed version in a path. Any other text is no version: 404. */
export class VersionPipe extends PathPipe {
  constructor() {
    super('3', 'The number of a deployed version.');
  }

  override transform(value: string): string {
    if (!/^[1-9]\d{0,8}$/.test(value)) throw notFound('version');
    return value;
  }
}
