import { workspaceName } from '@libs/workflow';
import { ApiError } from '../errors/api-error.js';
import { PathPipe } from '../http/zod.pipe.js';

/** The name of a secret or variable in a path: 400 for one that no reference can have. */
export class WorkspaceNamePipe extends PathPipe {
  constructor(
    private readonly what: string,
    example: string,
  ) {
    super(example);
  }

  override transform(name: string): string {
    if (workspaceName.test(name)) return name;
    throw new ApiError(
      400,
      'INVALID_PARAMETER',
      `A ${this.what} is named with 1 to 128 letters, digits and _, not beginning with a digit`,
    );
  }
}
