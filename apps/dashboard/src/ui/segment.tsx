/** Two or three views of one thing. */
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup';
import styles from './segment.module.css';

export interface SegmentProps {
  label: string;
  choices: readonly { readonly id: string; readonly label: string }[];
  chosen: string;
  onChoose: (id: string) => void;
  isDisabled?: boolean;
}

export function Segment({ label, choices, chosen, onChoose, isDisabled = false }: SegmentProps) {
  return (
    <ToggleButtonGroup
      className={styles.segment}
      aria-label={label}
      selectedKeys={[chosen]}
      disallowEmptySelection
      isDisabled={isDisabled}
      onSelectionChange={(keys) => {
        for (const key of keys) onChoose(String(key));
      }}
    >
      {choices.map(({ id, label: name }) => (
        <ToggleButton key={id} id={id} className={styles.choice}>
          {name}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
