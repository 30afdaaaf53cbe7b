import { useState } from 'react';
import { Button } from './button.js';
import type { ButtonLook } from './button-base.js';
import { copyText } from './copy-text.js';
import { Check, Copy, type IconType } from './icon.js';
import { IconButton } from './icon-button.js';
import { useKit } from './kit.js';
import text from './text.module.css';
import { notify } from './toast-queue.js';

export interface CopyButtonProps extends ButtonLook {
  /** What is copied, or how it is made. */
  text: string | (() => string);
  /** Its name: "Copy as curl". */
  label: string;
  /** Shows the name beside the icon. */
  hasText?: boolean;
  icon?: IconType;
  keys?: string;
  /** The browser refused. Selects the text, so that it can be copied by hand. */
  onRefused?: () => void;
}

export function CopyButton({
  text: source,
  label,
  hasText,
  icon = Copy,
  ...props
}: CopyButtonProps) {
  const { keys, onRefused, tone, size } = props;
  const { words } = useKit();
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    const isDone = await copyText(typeof source === 'string' ? source : source());
    setCopied(isDone);
    if (isDone) return;
    onRefused?.();
    notify(words.copyByHand, { tone: 'error' });
  };
  const shared = { keys, tone, size, icon: isCopied ? Check : icon, onPress: () => void copy() };
  return (
    <>
      {hasText === true ? (
        <Button {...shared}>{label}</Button>
      ) : (
        <IconButton {...shared} label={label} />
      )}
      <span role="status" className={text.hidden}>
        {isCopied ? words.copied : ''}
      </span>
    </>
  );
}
