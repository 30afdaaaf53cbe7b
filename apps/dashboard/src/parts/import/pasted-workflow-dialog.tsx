/** A whole workflow was pasted: what becomes of it is told before it replaces the draft. */
import { useQuery } from '@tanstack/react-query';
import type { Command } from '../../core/edit/command/command.js';
import type { PastedFormat } from '../../core/paste/read-paste.js';
import { importText } from '../../text/import.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions, DialogText } from '../../ui/dialog.js';
import { Notice } from '../../ui/notice.js';
import { Loaded } from '../failure/loaded.js';
import { ImportProblems } from './import-problems.js';
import { ImportReportList } from './import-report.js';
import styles from './import.module.css';
import { type PastedWorkflow, readPasted } from './read-pasted.js';

const words = importText.pasted;

export interface PastedWorkflowDialogProps {
  workspaceId: string;
  format: PastedFormat;
  text: string;
  onCommand: (command: Command) => void;
  onClose: () => void;
}

export function PastedWorkflowDialog({
  workspaceId,
  format,
  text,
  ...props
}: PastedWorkflowDialogProps) {
  const { onCommand, onClose } = props;
  const query = useQuery({
    queryKey: [workspaceId, 'readPasted', format, text],
    queryFn: () => readPasted(workspaceId, format, text),
    gcTime: 0,
  });
  const pasted = query.data ?? null;
  return (
    <Dialog title={words.title} isOpen onClose={onClose} size="wide">
      <DialogText>{words.detail}</DialogText>
      <Loaded query={query}>{(data) => <Shown format={format} pasted={data} />}</Loaded>
      <DialogActions>
        <Button size="large" onPress={onClose}>
          {words.cancel}
        </Button>
        <Button
          tone="primary"
          size="large"
          disabledReason={pasted === null ? words.waits : null}
          onPress={() => {
            if (pasted === null) return;
            onClose();
            onCommand({ kind: 'replaceText', text: pasted.text });
          }}
        >
          {words.verb}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Shown({ format, pasted }: { format: PastedFormat; pasted: PastedWorkflow | null }) {
  if (pasted === null) return <Notice tone="error" title={words.unreadable} />;
  const { blockCount, report, problems } = pasted;
  const title = importText.report(words.source[format]);
  return (
    <div className={styles.form}>
      <ImportProblems title={words.problems} problems={problems} tone="waiting" />
      {report.length > 0 ? (
        <ImportReportList title={title} blocks={report} />
      ) : (
        <p>{words.blocks(blockCount)}</p>
      )}
    </div>
  );
}
