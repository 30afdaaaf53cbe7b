/** How the workflow is called: method and URL, to copy as they are or as curl. */
import type { ReactNode } from 'react';
import { runCurl } from '../../core/curl-text/run-curl.js';
import { methodsText, shortUrl } from '../../core/trigger-url/short-url.js';
import { triggerUrlText as words } from '../../text/trigger-url.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Terminal } from '../../ui/icon.js';
import styles from './trigger-url.module.css';

export interface TriggerUrlProps {
  workflow: {
    readonly id: string;
    /** Undefined: its trigger is no webhook. */
    readonly triggerUrl?: string | undefined;
    readonly deployedVersion: number | null;
    readonly pausedAt: string | null;
  };
  /** Of the trigger's configuration. Empty: it is no webhook. */
  methods: readonly string[];
  /** A body that the workflow can use, for curl. */
  inputText?: string;
  /** "Listen", at its end. */
  children?: ReactNode;
}

export function TriggerUrl({ workflow, methods, inputText = '{}', children }: TriggerUrlProps) {
  const { triggerUrl, deployedVersion, pausedAt } = workflow;
  const { origin } = window.location;
  const state =
    deployedVersion === null
      ? { word: words.notDeployed, detail: words.notDeployedDetail }
      : pausedAt === null
        ? null
        : { word: words.paused, detail: words.pausedDetail };
  if (triggerUrl === undefined)
    return (
      <div role="group" aria-label={words.label} className={styles.url}>
        <span className={styles.none}>{methods.length > 0 ? words.notYet : words.none}</span>
        {children}
      </div>
    );
  const curl = runCurl({ origin, workflow, inputText, isDraft: false });
  const [method = 'POST'] = methods;
  return (
    <div role="group" aria-label={words.label} className={styles.url}>
      <b className={styles.method}>{methodsText(methods)}</b>
      <span className={styles.address} title={triggerUrl}>
        {shortUrl(triggerUrl)}
      </span>
      {state !== null && (
        <span className={styles.state} title={state.detail}>
          {state.word}
        </span>
      )}
      <CopyButton tone="ghost" text={triggerUrl} label={words.copyUrl} />
      <CopyButton
        tone="ghost"
        icon={Terminal}
        text={curl.replace('curl -X POST', `curl -X ${method}`)}
        label={words.copyCurl}
      />
      {children}
    </div>
  );
}
