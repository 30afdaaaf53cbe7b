import { editorText as words } from '../../../text/editor.js';
import { testText } from '../../../text/workflow-tests.js';
import { Button } from '../../../ui/button.js';
import { FlaskConical, Rocket } from '../../../ui/icon.js';
import { usePins } from '../pins/use-pins.js';
import { ChatButton } from '../run/chat.js';
import { RunButton } from '../run/run-button.js';
import type { SideProps } from '../side.js';
import { useEditorOf } from '../store/editor-context.js';
import { BarButton } from '../../../ui/bar-button.js';
import { People } from './people.js';
import { ProblemsButton } from './problems-button.js';
import { useDeployRefusal } from './use-deploy-refusal.js';
import { useHasChanges } from './use-has-changes.js';
import { WebhooksButton } from './webhooks-button.js';

export function EditorActions({ side, onSide }: SideProps) {
  const { flush } = useEditorOf();
  const pins = usePins();
  const refusal = useDeployRefusal();
  const hasChanges = useHasChanges();
  return (
    <>
      <People />
      <ProblemsButton />
      <WebhooksButton side={side} onSide={onSide} />
      <BarButton
        icon={FlaskConical}
        label={testText.open}
        word={testText.title}
        aria-expanded={side === 'tests'}
        onPress={() => onSide(side === 'tests' ? null : 'tests')}
      />
      <ChatButton side={side} onSide={onSide} />
      <RunButton pins={pins} />
      <Button
        tone={side === 'deploy' || !hasChanges ? 'default' : 'primary'}
        icon={Rocket}
        tip={hasChanges ? words.deployTip : words.nothingToDeploy}
        aria-expanded={side === 'deploy'}
        disabledReason={refusal}
        onPress={() => void flush().then(() => onSide('deploy'))}
      >
        {words.deploy}
      </Button>
    </>
  );
}
