/** A test before it is saved: its name, which blocks are mocked, what is expected, or its JSON. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { TestOffer } from '../../core/workflow-test/test-from-run.js';
import { nameInTest, readTestText, withPart } from '../../core/workflow-test/test-text.js';
import { listTests, putTest } from '../../data/workflow-tests.queries.js';
import { testText } from '../../text/workflow-tests.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { Notice } from '../../ui/notice.js';
import { Segment } from '../../ui/segment.js';
import { TextArea } from '../../ui/text-area.js';
import { TextField } from '../../ui/text-field.js';
import { failureText } from '../failure/failure-notice.js';
import { TestParts } from './test-parts.js';

const { dialog: words } = testText;

export interface SavedTest {
  readonly id: string;
  readonly name: string;
}

export interface TestDialogProps {
  title: string;
  workspaceId: string;
  workflowId: string;
  /** Null: it is a new one. */
  testId: string | null;
  /** JSON, to begin with. */
  text: string;
  /** The run that it is made of. Null: it is no run. */
  offer: TestOffer | null;
  /** By block id. */
  names: ReadonlyMap<string, string>;
  onSaved: (test: SavedTest) => void;
  onClose: () => void;
}

const longestName = 200;

export function TestDialog({ title, text: first, offer, names, ...props }: TestDialogProps) {
  const { workspaceId, workflowId, testId, onSaved, onClose } = props;
  const queryClient = useQueryClient();
  const [text, setText] = useState(first);
  const [isJson, setJson] = useState(offer === null);
  const name = nameInTest(text);
  const isRead = readTestText(text) !== null;
  const save = useMutation({
    mutationFn: async () => {
      const id = testId ?? crypto.randomUUID();
      await putTest(workspaceId, workflowId, { id, text });
      await queryClient.invalidateQueries({
        queryKey: listTests(workspaceId, workflowId).queryKey,
      });
      return { id, name };
    },
    onSuccess: onSaved,
  });
  const problem = isRead ? (name === '' ? words.nameMissing : null) : words.notJson;
  return (
    <Dialog title={title} isOpen size="wide" closesBy="buttons" onClose={onClose}>
      <TextField
        label={words.name}
        value={name}
        maxLength={longestName}
        isReadOnly={!isRead}
        onChange={(next) => setText(withPart(text, ['name'], next))}
      />
      {offer !== null && (
        <div>
          <Segment
            label={words.views}
            choices={[
              { id: 'parts', label: words.view.parts },
              { id: 'json', label: words.view.json },
            ]}
            chosen={isJson ? 'json' : 'parts'}
            onChoose={(id) => setJson(id === 'json')}
          />
        </div>
      )}
      {offer !== null && !isJson ? (
        <TestParts offer={offer} text={text} names={names} onChange={setText} />
      ) : (
        <TextArea
          label={words.json}
          hint={words.jsonHint}
          problem={isRead ? null : words.notJson}
          isMono
          lines={16}
          value={text}
          onChange={setText}
        />
      )}
      {text.includes('***') && <Notice tone="waiting" title={words.masked} />}
      {save.error !== null && (
        <Notice tone="error" title={testText.failed} detail={failureText(save.error)} />
      )}
      <DialogActions>
        <Button onPress={onClose}>{words.cancel}</Button>
        <Button
          tone="primary"
          isPending={save.isPending}
          disabledReason={problem}
          onPress={() => save.mutate()}
        >
          {words.save}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
