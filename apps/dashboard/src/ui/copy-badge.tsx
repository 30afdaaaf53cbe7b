/** A fact in a chip that is copied by a press. */
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import badge from './badge.module.css';
import { copyText } from './copy-text.js';
import { Check, Copy } from './icon.js';
import { useKit } from './kit.js';
import text from './text.module.css';
import { notify } from './toast-queue.js';
import { Tooltip } from './tooltip.js';

export interface CopyBadgeProps {
  /** What a press does: "Copy <charge>". */
  label: string;
  copied: string;
  children: string;
}

export function CopyBadge({ label, copied, children }: CopyBadgeProps) {
  const { words } = useKit();
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    const isDone = await copyText(copied);
    setCopied(isDone);
    if (!isDone) notify(words.copyByHand, { tone: 'error' });
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <>
      <Tooltip text={label}>
        <Button
          className={`${badge.badge} ${badge.copy}`}
          data-mono=""
          aria-label={label}
          onPress={() => void copy()}
        >
          <span className={badge.cut}>{children}</span>
          <Icon size={12} strokeWidth={1.6} aria-hidden />
        </Button>
      </Tooltip>
      <span role="status" className={text.hidden}>
        {isCopied ? words.copied : ''}
      </span>
    </>
  );
}
