/** A link inside the app: followed without loading the page again, opened anew by modifiers. */
import type { ComponentProps, MouseEvent } from 'react';
import { useKit } from './kit.js';

export interface AppLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  href: string;
}

const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

export function AppLink({ href, children, ...props }: AppLinkProps) {
  const { follow } = useKit();
  return (
    <a
      {...props}
      href={href}
      onClick={(event) => {
        if (!isPlain(event) || event.defaultPrevented) return;
        event.preventDefault();
        follow(href);
      }}
    >
      {children}
    </a>
  );
}
