import { editorText as words } from '../../../text/editor.js';
import { testText } from '../../../text/workflow-tests.js';
import { Button } from '../../../ui/button.js';
import { FlaskConical, Rocket, Webhook } from '../../../ui/icon.js';
import { IconButton } from '../../../ui/icon-button.js';
import { usePins } from '../pins/use-pins.js';
import { ChatButton } from '../run/chat.js';
import { RunButton } from '../run/run-button.js';
import type { Side } from '../side.js';
import { useEditorOf } from '../store/editor-context.js';
import { People } from './people.js';
import { ProblemsButton } from './problems-button.js';
import { useDeployRefusal } from './use-deploy-refusal.js';

export interface EditorActionsProps {
  side: Side | null;
  onSide: (side: Side | null) => void;
}

export function EditorActions({ side, onSide }: EditorActionsProps) {
  const { flush } = useEditorOf();
  const pins = usePins();
  const refusal = useDeployRefusal();
  return (
    <>
      <People />
      <ProblemsButton />
      <IconButton
        tone="ghost"
        icon={Webhook}
        label={words.webhooks}
        aria-expanded={side === 'webhooks'}
        onPress={() => onSide(side === 'webhooks' ? null : 'webhooks')}
      />
      <IconButton
        tone="ghost"
        icon={FlaskConical}
        label={testText.open}
        aria-expanded={side === 'tests'}
        onPress={() => onSide(side === 'tests' ? null : 'tests')}
      />
      <ChatButton side={side} onSide={onSide} />
      <RunButton pins={pins} />
      <Button
        tone={side === 'deploy' ? 'default' : 'primary'}
        icon={Rocket}
        aria-expanded={side === 'deploy'}
        disabledReason={refusal}
        onPress={() => void flush().then(() => onSide('deploy'))}
      >
        {words.deploy}
      </Button>
    </>
  );
}
