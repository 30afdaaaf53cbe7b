/** What speaks against a deployment. Only problems keep it from happening. */
import { AppLink } from '../../ui/app-link.js';
import { Notice } from '../../ui/notice.js';
import { SideSection } from '../../ui/side-panel.js';
import { deployText as words } from '../../text/deploy.js';
import type { DeployNote, DeployPanelProps } from './deploy-props.js';
import styles from './deploy-panel.module.css';

export interface DeployChecksProps {
  checks: DeployPanelProps['checks'];
  names: ReadonlyMap<string, string>;
  onSelect: (blockId: string) => void;
}

export function DeployChecks({ checks, names, onSelect }: DeployChecksProps) {
  const { problems, warnings, failingTests, testCount, testNote } = checks;
  const [firstTest] = failingTests;
  const isEmpty = problems.length + warnings.length + failingTests.length === 0;
  if (isEmpty && testNote === null) return null;
  return (
    <SideSection>
      {problems.length > 0 && (
        <Notice
          tone="error"
          title={words.problems(problems.length)}
          detail={<Notes notes={problems} names={names} onSelect={onSelect} />}
        />
      )}
      {warnings.length > 0 && (
        <Notice
          tone="waiting"
          title={words.warnings(warnings.length)}
          detail={<Notes notes={warnings} names={names} onSelect={onSelect} />}
        />
      )}
      {testNote !== null && <Notice title={testNote} />}
      {firstTest !== undefined && (
        <Notice
          tone="error"
          title={words.failing(failingTests.length, testCount, firstTest.name)}
          detail={
            <ul className={styles.notes}>
              {failingTests.map(({ id, name, detail, href }) => (
                <li key={id}>
                  {failingTests.length > 1 && <b>{name} </b>}
                  {detail} {href !== null && <AppLink href={href}>{words.openRun}</AppLink>}
                </li>
              ))}
            </ul>
          }
        />
      )}
    </SideSection>
  );
}

export interface NotesProps {
  notes: readonly DeployNote[];
  names: ReadonlyMap<string, string>;
  onSelect: (blockId: string) => void;
}

export function Notes({ notes, names, onSelect }: NotesProps) {
  return (
    <ul className={styles.notes}>
      {notes.map(({ blockId, message }, at) => {
        const name = blockId === null ? undefined : names.get(blockId);
        return (
          <li key={at}>
            {blockId !== null && name !== undefined && (
              <button
                type="button"
                className={styles.block}
                aria-label={words.show(name)}
                onClick={() => onSelect(blockId)}
              >
                {name}
              </button>
            )}{' '}
            {message}
          </li>
        );
      })}
    </ul>
  );
}
