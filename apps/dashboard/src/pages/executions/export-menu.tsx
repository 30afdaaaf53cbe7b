/** Everything that the filter matches, as a file. The server streams it; no page holds it. */
import { logFilter } from '../../core/filter/execution-filter.js';
import { exportFormats, exportPath } from '../../core/filter/export-path.js';
import type { FilterValues } from '../../core/filter-language/filter-language.js';
import { executionExportText as words } from '../../text/execution-export.js';
import { Button } from '../../ui/button.js';
import { Download } from '../../ui/icon.js';
import { Menu } from '../../ui/menu.js';

export interface ExportMenuProps {
  workspaceId: string;
  values: FilterValues;
  workflowId: string | null;
  /** Why the filter has no executions to export. */
  disabledReason: string | null;
}

/** A refusal becomes a failed download and leaves the page as it is. */
function download(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

export function ExportMenu({ workspaceId, values, workflowId, disabledReason }: ExportMenuProps) {
  const button = (
    <Button tone="ghost" icon={Download} isCompact disabledReason={disabledReason}>
      {words.title}
    </Button>
  );
  if (disabledReason !== null) return button;
  return (
    <Menu
      label={words.title}
      trigger={button}
      items={exportFormats.map((id) => ({ id, ...words.format[id] }))}
      onChoose={(id) => {
        const format = exportFormats.find((one) => one === id);
        if (format !== undefined)
          download(exportPath(workspaceId, format, logFilter(values, workflowId, Date.now())));
      }}
    />
  );
}
