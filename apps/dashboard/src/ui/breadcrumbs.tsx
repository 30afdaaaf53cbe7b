/** Where a page stands: links to what is above it. The heading follows. */
import { Fragment } from 'react';
import { AppLink } from './app-link.js';
import styles from './breadcrumbs.module.css';
import { ChevronRight } from './icon.js';
import { smallIconSize } from './icon-size.js';

export interface BreadcrumbsProps {
  label: string;
  crumbs: readonly { readonly label: string; readonly href: string }[];
}

export function Breadcrumbs({ label, crumbs }: BreadcrumbsProps) {
  return (
    <nav aria-label={label} className={styles.crumbs}>
      {crumbs.map(({ label: name, href }) => (
        <Fragment key={href}>
          <AppLink href={href} className={styles.crumb}>
            {name}
          </AppLink>
          <ChevronRight {...smallIconSize} />
        </Fragment>
      ))}
    </nav>
  );
}
