/** A workflow that Sim exported: what becomes of each block is told before anything is saved. */
import { useMutation } from '@tanstack/react-query';
import { DropZone } from 'react-aria-components/DropZone';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { importFromSim, type ImportReport, type SimFile } from '../../../data/start.queries.js';
import { failureText } from '../../../parts/failure/failure-notice.js';
import { ImportProblems } from '../../../parts/import/import-problems.js';
import { ImportReportList } from '../../../parts/import/import-report.js';
import { importText } from '../../../text/import.js';
import { startText } from '../../../text/start.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { Notice } from '../../../ui/notice.js';
import { maxSimBytes, readSimFile } from '../../../core/import/sim-file.js';
import { MakeActions } from './make-actions.js';
import styles from './own-step.module.css';
import { useCreate, type WayProps } from './use-create.js';

const { sim: words } = startText;

/** Why a file can't be read, in words for a person. */
class BadFile extends Error {
  override readonly name = 'BadFile';
}

interface Reported {
  readonly file: SimFile;
  readonly fileName: string;
  readonly report: ImportReport;
}

async function reportOn(workspaceId: string, chosen: File): Promise<Reported> {
  if (chosen.size > maxSimBytes) throw new BadFile(words.tooLarge);
  const file = readSimFile(chosen.name, await chosen.text(), words.name);
  if (file === null) throw new BadFile(words.notJson);
  const { data } = await importFromSim(workspaceId, file, true);
  return { file, fileName: chosen.name, report: data };
}

export function ImportDialog({ workspaceId, onboarding, onClose }: WayProps) {
  const read = useMutation({ mutationFn: (file: File) => reportOn(workspaceId, file) });
  const create = useCreate(workspaceId, onboarding);
  const { data, error } = read;
  return (
    <Dialog title={words.title} isOpen onClose={onClose} size="wide">
      <div className={styles.form}>
        <p className={styles.detail}>{words.detail}</p>
        <DropZone
          className={styles.drop}
          aria-label={words.drop}
          onDrop={({ items }) => {
            const item = items.find((one) => one.kind === 'file');
            if (item !== undefined) void item.getFile().then((file) => read.mutate(file));
          }}
        >
          <span>{read.isPending ? words.reading : words.drop}</span>
          <FileTrigger
            acceptedFileTypes={['application/json', '.json']}
            onSelect={(files) => {
              const file = files?.item(0);
              if (file != null) read.mutate(file);
            }}
          >
            <Button isPending={read.isPending}>{words.choose}</Button>
          </FileTrigger>
        </DropZone>
        <div role="status">
          {error !== null && (
            <Notice
              tone="error"
              title={error instanceof BadFile ? error.message : failureText(error)}
            />
          )}
          {data !== undefined && <Report {...data} />}
        </div>
        <MakeActions
          create={create}
          creation={data === undefined ? null : { kind: 'sim', file: data.file }}
          missing={words.chooseFirst}
          verb={words.make}
          onClose={onClose}
        />
      </div>
    </Dialog>
  );
}

function Report({ fileName, report: { report, problems } }: Reported) {
  return (
    <div className={styles.form}>
      <ImportProblems title={words.problems} problems={problems} tone="waiting" />
      <ImportReportList title={importText.report(fileName)} blocks={report} />
    </div>
  );
}
