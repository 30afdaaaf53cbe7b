/** A pasted curl command becomes a workflow: a webhook, the call, and its answer to the caller. */
import { useState } from 'react';
import { readCurl } from '../../../core/curl/curl.js';
import { type CurlProblem, severityOf } from '../../../core/curl/problem.js';
import { curlText } from '../../../text/curl.js';
import { randomEnding } from '../../../parts/templates/random-ending.js';
import { startText } from '../../../text/start.js';
import { Dialog } from '../../../ui/dialog.js';
import { PasteArea } from '../../../ui/paste-area.js';
import { curlWorkflow, hostOf } from '../../../core/new-workflow/new-workflow.js';
import { MakeActions } from './make-actions.js';
import styles from './own-step.module.css';
import { type Creation, useCreate, type WayProps } from './use-create.js';

const { curl: words } = startText;

export function CurlDialog({ workspaceId, onboarding, onClose }: WayProps) {
  const [source, setSource] = useState('');
  const [ending] = useState(randomEnding);
  const create = useCreate(workspaceId, onboarding);
  const { config, problems } = readCurl(source);
  const isEmpty = source.trim() === '';
  const creation: Creation | null =
    config === null
      ? null
      : {
          ...{ kind: 'new', name: words.name(hostOf(config.url)) },
          definition: curlWorkflow(config, words.blocks, ending),
        };
  const firstError = problems.find((problem) => severityOf(problem) === 'error');
  return (
    <Dialog title={words.title} isOpen onClose={onClose} size="wide">
      <div className={styles.form}>
        <PasteArea
          label={words.label}
          hint={words.hint}
          placeholder={words.placeholder}
          lines={6}
          value={source}
          onChange={setSource}
        />
        <div role="status" className={styles.list}>
          {!isEmpty &&
            problems.map((problem) => <Problem key={keyOf(problem)} problem={problem} />)}
          {config !== null && (
            <div className={styles.line}>
              <span className={styles.call}>{words.call(config.method, config.url)}</span>
              <small>{words.trigger}</small>
            </div>
          )}
        </div>
        <MakeActions
          create={create}
          creation={creation}
          missing={isEmpty || firstError === undefined ? words.notYet : textOf(firstError)}
          verb={words.make}
          onClose={onClose}
        />
      </div>
    </Dialog>
  );
}

const keyOf = ({ code, from, to }: CurlProblem): string => `${code} ${from} ${to}`;
const textOf = ({ code, subject }: CurlProblem): string => curlText[code](subject);

function Problem({ problem }: { problem: CurlProblem }) {
  const severity = severityOf(problem);
  return (
    <div className={styles.line} data-tone={severity}>
      <span>{textOf(problem)}</span>
      <small>{words.severity[severity]}</small>
    </div>
  );
}
