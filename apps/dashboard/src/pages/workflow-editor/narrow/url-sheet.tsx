/** How the workflow is called, to be read and copied with a thumb. */
import { runCurl } from '../../../core/curl-text/run-curl.js';
import { phoneText as words } from '../../../text/editor-phone.js';
import { triggerUrlText } from '../../../text/trigger-url.js';
import { CodeBlock } from '../../../ui/code-block.js';
import { CopyButton } from '../../../ui/copy-button.js';
import { Drawer } from '../../../ui/drawer.js';
import { Terminal } from '../../../ui/icon.js';
import { Notice } from '../../../ui/notice.js';
import styles from './phone.module.css';

export interface CalledWorkflow {
  readonly id: string;
  readonly triggerUrl?: string | undefined;
  readonly deployedVersion: number | null;
  readonly pausedAt: string | null;
}

export interface UrlSheetProps {
  name: string;
  workflow: CalledWorkflow;
  /** Of its trigger; the first one is in the command. */
  methods: readonly string[];
  onClose: () => void;
}

const stateOf = ({ deployedVersion, pausedAt }: CalledWorkflow) => {
  const words = triggerUrlText;
  if (deployedVersion === null)
    return { title: words.notDeployed, detail: words.notDeployedDetail };
  return pausedAt === null ? null : { title: words.paused, detail: words.pausedDetail };
};

export function UrlSheet({ name, workflow, methods, onClose }: UrlSheetProps) {
  const { origin } = window.location;
  const { triggerUrl } = workflow;
  const [method = 'POST'] = methods;
  const call = { origin, workflow, inputText: '{}' };
  const curl = runCurl({ ...call, isDraft: false });
  const command =
    triggerUrl === undefined ? curl : curl.replace('curl -X POST', `curl -X ${method}`);
  const state = triggerUrl === undefined ? null : stateOf(workflow);
  return (
    <Drawer
      title={words.urlTitle(name)}
      isOpen
      onClose={onClose}
      closesBy="anything"
      footer={
        <>
          {triggerUrl !== undefined && (
            <CopyButton hasText size="large" text={triggerUrl} label={words.copyUrl} />
          )}
          <CopyButton hasText size="large" icon={Terminal} text={command} label={words.copyCurl} />
        </>
      }
    >
      {state !== null && <Notice tone="waiting" title={state.title} detail={state.detail} />}
      {triggerUrl === undefined ? (
        <p>{words.noAddress}</p>
      ) : (
        <CodeSection title={words.address} text={triggerUrl} />
      )}
      <CodeSection title={words.curl} text={command} />
      <CodeSection title={words.draftCurl} text={runCurl({ ...call, isDraft: true })} />
    </Drawer>
  );
}

function CodeSection({ title, text }: { title: string; text: string }) {
  return (
    <section className={styles.call}>
      <h3>{title}</h3>
      <CodeBlock label={title} text={text} isWrapped />
    </section>
  );
}
