/** The buttons of the bar at the foot: undo, redo, tidy, and the other view of the blocks. */
import { editorBarText as words } from '../../../text/editor-bar.js';
import { IconButton } from '../../../ui/icon-button.js';
import { ListTree, WandSparkles } from '../../../ui/icon.js';
import { useIsNarrow } from '../../../ui/use-is-narrow.js';
import { UndoButtons } from './undo-buttons.js';

export interface ToolsProps {
  isOutline: boolean;
  onOutline: (isOutline: boolean) => void;
  /** Null: nothing may be edited. */
  onTidy: (() => void) | null;
}

export function Tools({ isOutline, onOutline, onTidy }: ToolsProps) {
  // A phone has the views above the canvas.
  const isNarrow = useIsNarrow();
  return (
    <>
      {onTidy !== null && <UndoButtons />}
      {onTidy !== null && !isOutline && (
        <IconButton
          tone="ghost"
          icon={WandSparkles}
          label={words.tidy}
          keys="Shift T"
          onPress={onTidy}
        />
      )}
      {!isNarrow && (
        <IconButton
          tone="ghost"
          icon={ListTree}
          label={words.outline}
          isPressed={isOutline}
          onPress={() => onOutline(!isOutline)}
        />
      )}
    </>
  );
}
