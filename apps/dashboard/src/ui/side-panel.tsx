/**
 * What stands beside a list or a picture: a column on wide windows, above the page on narrower
 * ones, a sheet on phones. Only the sheet holds the focus; the page beside it stays usable.
 */
import type { CSSProperties, ReactNode } from 'react';
import { Drawer } from './drawer.js';
import { X } from './icon.js';
import { IconButton } from './icon-button.js';
import { useKit } from './kit.js';
import styles from './side-panel.module.css';
import { useIsNarrow } from './use-is-narrow.js';
import { useMedia } from './use-media.js';

export interface SidePanelProps {
  /** Its name and its heading. */
  title: string;
  /** In place of the title, which stays its name. */
  heading?: ReactNode;
  /** Its id. Another one begins at its top. */
  subject?: string;
  /** Beside the title. */
  actions?: ReactNode;
  widthPx?: number;
  /** It may take nearly all of the page. */
  isWide?: boolean;
  onClose: () => void;
  /** In windows narrower than this it lies over what it stands beside. */
  overBelowPx?: number;
  /** Its buttons, always in sight. */
  footer?: ReactNode;
  /** Its sections: `SideSection`. */
  children: ReactNode;
}

export function SidePanel({ title, actions, onClose, children, ...look }: SidePanelProps) {
  const { heading, subject, footer, widthPx, isWide = false, overBelowPx = 1100 } = look;
  const isOver = useMedia(`(max-width: ${overBelowPx - 1}px)`);
  const isNarrow = useIsNarrow();
  const { words } = useKit();
  if (isNarrow)
    return (
      <Drawer {...{ title, heading, subject, actions, footer, onClose }} isOpen closesBy="anything">
        <div className={styles.sheet}>{children}</div>
      </Drawer>
    );
  return (
    // Escape from anything inside closes it.
    // eslint-disable-next-line jsx-a11y-x/no-noninteractive-element-interactions
    <aside
      className={styles.side}
      aria-label={title}
      data-over={isOver ? '' : undefined}
      style={widthPx === undefined ? {} : ({ '--side': `${widthPx}px` } as CSSProperties)}
      data-wide={isWide ? '' : undefined}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
    >
      <header className={styles.head}>
        {heading ?? <h2 className={styles.title}>{title}</h2>}
        {actions}
        <IconButton tone="ghost" icon={X} label={words.close} keys="Esc" onPress={onClose} />
      </header>
      <div key={subject} className={styles.scroll}>
        {children}
      </div>
      {footer !== undefined && <footer className={styles.foot}>{footer}</footer>}
    </aside>
  );
}

export interface SideSectionProps {
  title?: string;
  /** At the right end of the title. */
  aside?: ReactNode;
  children: ReactNode;
}

export function SideSection({ title, aside, children }: SideSectionProps) {
  return (
    <section className={styles.section} aria-label={title}>
      {title !== undefined && (
        <header className={styles.sectionHead}>
          <h3>{title}</h3>
          {aside}
        </header>
      )}
      {children}
    </section>
  );
}
