import { useQuery } from '@tanstack/react-query';
import { type Example, listExamples } from '../../../data/start.queries.js';
import { failureText } from '../../../parts/failure/failure-notice.js';
import { Loaded } from '../../../parts/failure/loaded.js';
import { startText } from '../../../text/start.js';
import { Button } from '../../../ui/button.js';
import { Dialog, DialogActions } from '../../../ui/dialog.js';
import { BookCopy } from '../../../ui/icon.js';
import { Notice } from '../../../ui/notice.js';
import { OwnCard } from './own-card.js';
import styles from './own-step.module.css';
import { useCreate, type WayProps } from './use-create.js';

const { examples: words, own } = startText;

/** Choosing one makes the workflow. */
export function ExampleDialog({ workspaceId, onboarding, onClose }: WayProps) {
  const examples = useQuery(listExamples(workspaceId));
  const create = useCreate(workspaceId, onboarding);
  const made =
    create.isPending && create.variables.kind === 'example' ? create.variables.name : null;
  return (
    <Dialog title={words.title} isOpen onClose={onClose} size="wide">
      <div className={styles.form}>
        <Loaded query={examples}>
          {({ data }) => (
            <ul className={`${styles.list} ${styles.report}`}>
              {data.map((example) => (
                <li key={example.name} className={styles.example}>
                  <OwnCard
                    icon={BookCopy}
                    title={example.title}
                    detail={detailOf(example)}
                    isPending={made === example.name}
                    disabledReason={null}
                    onPress={() => create.mutate({ kind: 'example', name: example.name })}
                  />
                </li>
              ))}
            </ul>
          )}
        </Loaded>
        {create.error !== null && (
          <Notice tone="error" title={own.failed} detail={failureText(create.error)} />
        )}
        <DialogActions>
          <Button size="large" onPress={onClose}>
            {own.cancel}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

function detailOf({ description, blocks, needs }: Example): string {
  const names = [...needs.secrets, ...needs.variables];
  const needed = names.length === 0 ? [] : [words.needs(names.join(', '))];
  return `${description} ${[words.blocks(blocks), ...needed].join(', ')}.`;
}
