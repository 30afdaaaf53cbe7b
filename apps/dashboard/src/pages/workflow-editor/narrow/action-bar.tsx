/** In place of the tab bar on a phone: the three things that a workflow is opened for. */
import { phoneText as words } from '../../../text/editor-phone.js';
import { Button } from '../../../ui/button.js';
import { Copy, Play, Rocket } from '../../../ui/icon.js';
import { useDeployRefusal } from '../header/use-deploy-refusal.js';
import { useHasChanges } from '../header/use-has-changes.js';
import { useRunActions } from '../run/use-run-actions.js';
import { useEditorOf } from '../store/editor-context.js';
import styles from './phone.module.css';

export interface ActionBarProps {
  name: string;
  onUrl: () => void;
  onDeploy: () => void;
}

export function ActionBar({ name, onUrl, onDeploy }: ActionBarProps) {
  const { flush } = useEditorOf();
  const { draft } = useRunActions(null);
  const refusal = useDeployRefusal();
  return (
    <div className={styles.bar} role="group" aria-label={words.bar(name)}>
      <Button size="large" icon={Copy} onPress={onUrl}>
        {words.url}
      </Button>
      <Button size="large" icon={Play} disabledReason={draft.disabledReason} onPress={draft.run}>
        {words.run}
      </Button>
      <Button
        size="large"
        tone={useHasChanges() ? 'primary' : 'default'}
        icon={Rocket}
        disabledReason={refusal}
        onPress={() => void flush().then(onDeploy)}
      >
        {words.deploy}
      </Button>
    </div>
  );
}
