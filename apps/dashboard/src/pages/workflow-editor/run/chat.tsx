/** The chat of a workflow that begins with one, and the button that opens it. */
import { lazyPart } from '../../../parts/lazy/lazy-part.js';
import { editorRunText } from '../../../text/editor-run.js';
import { MessageCircle } from '../../../ui/icon.js';
import { BarButton } from '../../../ui/bar-button.js';
import type { Side } from '../side.js';
import { useBlocks } from '../use-drawn.js';

export const Chat = lazyPart(async () => (await import('./chat-side.js')).ChatSide);

interface ChatButtonProps {
  side: Side | null;
  onSide: (side: Side | null) => void;
}

export function ChatButton({ side, onSide }: ChatButtonProps) {
  const blocks = useBlocks();
  if (!blocks.some(({ type }) => type === 'chat')) return null;
  return (
    <BarButton
      icon={MessageCircle}
      label={editorRunText.chat.title}
      word={editorRunText.chat.title}
      aria-expanded={side === 'chat'}
      onPress={() => onSide(side === 'chat' ? null : 'chat')}
    />
  );
}
