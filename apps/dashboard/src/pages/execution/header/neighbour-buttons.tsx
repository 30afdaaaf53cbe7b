import type { Neighbours } from '../../../data/neighbours.queries.js';
import { executionText } from '../../../text/execution.js';
import { ButtonGroup } from '../../../ui/button-group.js';
import { ChevronDown, ChevronUp } from '../../../ui/icon.js';
import { IconButton } from '../../../ui/icon-button.js';

const { header: words } = executionText;

export interface NeighbourButtonsProps {
  /** Null while they are looked for. */
  neighbours: Neighbours | null;
  onOpen: (executionId: string) => void;
}

export function NeighbourButtons({ neighbours, onOpen }: NeighbourButtonsProps) {
  const reason = (id: string | null | undefined, none: string): string | null =>
    id === null ? none : null;
  const open = (id: string | null | undefined): void => {
    if (id != null) onOpen(id);
  };
  return (
    <ButtonGroup label={words.neighbours}>
      <IconButton
        icon={ChevronUp}
        label={words.previous}
        keys="["
        disabledReason={reason(neighbours?.newer, words.noPrevious)}
        onPress={() => open(neighbours?.newer)}
      />
      <IconButton
        icon={ChevronDown}
        label={words.next}
        keys="]"
        disabledReason={reason(neighbours?.older, words.noNext)}
        onPress={() => open(neighbours?.older)}
      />
    </ButtonGroup>
  );
}
