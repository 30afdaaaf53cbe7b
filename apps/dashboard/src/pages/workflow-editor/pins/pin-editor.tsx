/** A pinned output as JSON. Only its buttons close it: what was typed is not lost. */
import { useRef, useState } from 'react';
import { sizeText } from '../../../core/format/size-text.js';
import { problemOfJson } from '../../../core/json/json-problem.js';
import { maskedPlaces, nextMasked } from '../../../core/pins/masked-places.js';
import { pinText } from '../../../text/pins.js';
import { Button } from '../../../ui/button.js';
import { Dialog, DialogActions } from '../../../ui/dialog.js';
import { Notice } from '../../../ui/notice.js';
import { TextArea } from '../../../ui/text-area.js';
import type { EditedPin, Pinning } from './use-pinning.js';

const { editor: words } = pinText;

export interface PinEditorProps {
  blockName: string;
  edited: EditedPin;
  pinning: Pinning;
  disabledReason: string | null;
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

export function PinEditor({ blockName, edited, pinning, disabledReason }: PinEditorProps) {
  const [text, setText] = useState(edited.text);
  const holder = useRef<HTMLDivElement>(null);
  const { put, edit } = pinning;
  const masked = edited.isMasked ? maskedPlaces(text).length : 0;
  const why = problemOfJson(text);
  const notJson = why === null ? null : words.notJson(why);
  const showNext = (): void => {
    const area = holder.current?.querySelector('textarea');
    const place = nextMasked(text, area?.selectionEnd ?? 0);
    if (place === null || area == null) return;
    area.focus();
    area.setSelectionRange(place.from, place.to);
  };
  // An edit makes it somebody's own; replacing a mask does not.
  const executionId = edited.isMasked || text === edited.text ? edited.executionId : null;
  return (
    <Dialog
      title={words.title(blockName)}
      isOpen
      size="wide"
      closesBy="buttons"
      onClose={() => edit(null)}
    >
      {masked > 0 && (
        <Notice tone="waiting" title={words.masked} detail={words.maskedDetail}>
          <Button onPress={showNext}>{words.next(masked)}</Button>
        </Notice>
      )}
      {pinning.problem !== null && (
        <Notice tone="error" title={pinText.failed} detail={pinning.problem} />
      )}
      <div ref={holder}>
        <TextArea
          label={words.text}
          hint={words.hint(sizeText(bytesOf(text)))}
          problem={notJson}
          isMono
          lines={16}
          value={text}
          isReadOnly={disabledReason !== null}
          onChange={setText}
        />
      </div>
      <DialogActions>
        <Button onPress={() => edit(null)}>{words.cancel}</Button>
        <Button
          tone="primary"
          isPending={put.isPending}
          disabledReason={disabledReason ?? notJson ?? (text.trim() === '' ? words.isEmpty : null)}
          onPress={() => put.mutate({ text, executionId })}
        >
          {words.save}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
