/** At the foot of a block's panel: how far a trial goes, and where it begins. */
import { editorRunText as words } from '../../../text/editor-run.js';
import { Button } from '../../../ui/button.js';
import { ButtonGroup } from '../../../ui/button-group.js';
import { ChevronDown, Play } from '../../../ui/icon.js';
import { IconButton } from '../../../ui/icon-button.js';
import { Menu } from '../../../ui/menu.js';
import { useRunActions } from './use-run-actions.js';

export function BlockRunButtons({ blockId }: { blockId: string }) {
  const { to, from, only } = useRunActions(blockId);
  return (
    <ButtonGroup label={words.tryBlock}>
      <Button icon={Play} disabledReason={to.disabledReason} onPress={to.run}>
        {to.label}
      </Button>
      <Menu
        label={words.tryBlock}
        trigger={<IconButton icon={ChevronDown} label={words.moreTries} />}
        items={[from, only].map(({ id, label, keys, disabledReason }) => ({
          ...{ id, label, disabledReason },
          ...(disabledReason === null && keys !== undefined && { keys }),
        }))}
        onChoose={(id) => (id === from.id ? from : only).run()}
      />
    </ButtonGroup>
  );
}
