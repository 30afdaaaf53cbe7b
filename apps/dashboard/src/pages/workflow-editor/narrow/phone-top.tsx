/** Below the heading on a phone: how the draft is saved, and the view of it. */
import { phoneText as words } from '../../../text/editor-phone.js';
import { Segment } from '../../../ui/segment.js';
import { ConflictCount, SaveState } from '../header/save-state.js';
import styles from './phone.module.css';

const views = ['outline', 'canvas'] as const;
export type EditorViewName = (typeof views)[number];

export interface PhoneTopProps {
  view: EditorViewName;
  onView: (view: EditorViewName) => void;
}

export function PhoneTop({ view, onView }: PhoneTopProps) {
  return (
    <div className={styles.top}>
      <span className={styles.state}>
        <ConflictCount />
        <SaveState />
      </span>
      <Segment
        label={words.view}
        choices={views.map((id) => ({ id, label: words.views[id] }))}
        chosen={view}
        onChoose={(id) => onView(views.find((one) => one === id) ?? 'outline')}
      />
    </div>
  );
}
