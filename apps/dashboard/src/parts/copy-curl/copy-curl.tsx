/** Copies the call that the page would make, as a line for a shell. The key stays a variable. */
import { type ApiCall, curlLine } from '../../core/curl/curl-line.js';
import { common } from '../../text/common.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Terminal } from '../../ui/icon.js';

export interface CopyCurlProps {
  /** Its address may begin at the origin: `/api/v1/logs`. */
  call: ApiCall;
  /** Shows its name beside the icon. */
  hasText?: boolean;
}

export function CopyCurl({ call, hasText = false }: CopyCurlProps) {
  const line = (): string =>
    curlLine({ ...call, url: new URL(call.url, window.location.origin).href });
  return <CopyButton icon={Terminal} text={line} label={common.copyCurl} hasText={hasText} />;
}
