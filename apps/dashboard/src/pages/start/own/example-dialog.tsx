/** Choosing a template makes the workflow. */
import { Loaded } from '../../../parts/failure/loaded.js';
import { failureText } from '../../../parts/failure/failure-notice.js';
import { TemplateList } from '../../../parts/templates/template-list.js';
import { useTemplates } from '../../../parts/templates/use-templates.js';
import { startText } from '../../../text/start.js';
import { Button } from '../../../ui/button.js';
import { Dialog, DialogActions } from '../../../ui/dialog.js';
import { Notice } from '../../../ui/notice.js';
import styles from './own-step.module.css';
import { useCreate, type WayProps } from './use-create.js';

const { examples: words, own } = startText;

export function ExampleDialog({ workspaceId, onboarding, onClose }: WayProps) {
  const { list, ...shown } = useTemplates(workspaceId);
  const create = useCreate(workspaceId, onboarding);
  const making =
    create.isPending && create.variables.kind === 'example' ? create.variables.name : null;
  return (
    <Dialog title={words.title} isOpen onClose={onClose} size="wide">
      <div className={styles.form}>
        <div className={styles.templates}>
          <Loaded query={list}>
            {({ data }) => (
              <TemplateList
                {...shown}
                templates={data}
                making={making}
                onMake={(name) => create.mutate({ kind: 'example', name })}
              />
            )}
          </Loaded>
        </div>
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
