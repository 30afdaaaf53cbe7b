import { CurlDialog } from './curl-dialog.js';
import { ExampleDialog } from './example-dialog.js';
import { ImportDialog } from './import-dialog.js';
import type { WayProps } from './use-create.js';

const dialogs = { example: ExampleDialog, sim: ImportDialog, curl: CurlDialog } as const;

export interface OwnDialogProps extends WayProps {
  way: keyof typeof dialogs;
}

/** One chunk for all: what many chunks share would be loaded before every page. */
export function OwnDialog({ way, ...props }: OwnDialogProps) {
  const Dialog = dialogs[way];
  return <Dialog {...props} />;
}
