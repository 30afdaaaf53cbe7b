/** A line of the rail: a link to a page, or a button that opens something. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button, type ButtonProps } from 'react-aria-components/Button';
import { Focusable } from 'react-aria-components/Focusable';
import { keysText } from '../../core/keys/keys-text.js';
import { counters } from '../../data/connection.js';
import { isMac } from '../../data/platform.js';
import { frame as words } from '../../text/frame.js';
import { iconSize } from '../../ui/icon-size.js';
import type { IconType } from '../../ui/icon.js';
import { Tooltip } from '../../ui/tooltip.js';
import { addressOf, type AppPage, type PageCounter } from '../pages.js';
import styles from './rail.module.css';

export interface PageLinkProps {
  page: AppPage;
  workspaceId: string;
  isSlim: boolean;
}

export function PageLink({ page, workspaceId, isSlim }: PageLinkProps) {
  const keys = page.keys === undefined ? undefined : keysText(page.keys, isMac);
  return (
    <Tooltip text={isSlim ? page.title : null} keys={keys} placement="right">
      <Focusable>
        <Link
          to={addressOf(page, workspaceId)}
          className={styles.entry}
          activeProps={{ 'aria-current': 'page' }}
        >
          <page.icon {...iconSize} />
          <span className={styles.text}>{page.title}</span>
          {page.counter !== undefined && <Count {...page.counter} />}
        </Link>
      </Focusable>
    </Tooltip>
  );
}

/** The server counts to 1,000. */
const mostCounted = 999;

function Count({ of, tone }: PageCounter) {
  const count = counters.use()?.[of] ?? 0;
  if (count === 0) return null;
  return (
    <span className={styles.count} data-tone={tone}>
      <span aria-hidden="true">{count > mostCounted ? `${mostCounted}+` : count}</span>
      <span className={styles.hidden}>{words.counters[of](count)}</span>
    </span>
  );
}

export interface RailButtonProps extends Omit<ButtonProps, 'className' | 'style' | 'children'> {
  icon: IconType;
  label: string;
  isSlim: boolean;
  children?: ReactNode;
}

export function RailButton({ icon: Icon, label, isSlim, children, ...props }: RailButtonProps) {
  return (
    <Tooltip text={isSlim ? label : null} placement="right">
      <Button {...props} className={styles.entry}>
        <Icon {...iconSize} />
        <span className={styles.text}>{label}</span>
        {children}
      </Button>
    </Tooltip>
  );
}
