/** The folder that the list of workflows shows it in: one that is there, or a new one. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { folderList } from '../../../core/folder/folder-list.js';
import { keyOf } from '../../../data/ask.js';
import { allFolders, createFolder } from '../../../data/workflow-facts.queries.js';
import { failureText } from '../../../parts/failure/failure-notice.js';
import { factsText } from '../../../text/workflow-facts.js';
import { Button } from '../../../ui/button.js';
import { Select } from '../../../ui/select.js';
import { TextField } from '../../../ui/text-field.js';
import { useEditorOf } from '../store/editor-context.js';
import { useChangeFacts } from './use-deeds.js';

const { panel: words } = factsText;

const [none, isNew] = ['none', 'new'];
const maxName = 200;

interface FolderFieldProps {
  folderId: string | null;
  isReadOnly: boolean;
}

export function FolderField({ folderId, isReadOnly }: FolderFieldProps) {
  const { workspaceId } = useEditorOf();
  const folders = useQuery(allFolders(workspaceId));
  const change = useChangeFacts();
  const [isMaking, setMaking] = useState(false);
  const listed = folderList(folders.data ?? []);
  const failed = change.error ?? folders.error;
  return (
    <>
      <Select
        label={words.folder}
        isDisabled={isReadOnly}
        problem={failed === null ? null : failureText(failed)}
        choices={[
          { id: none, label: words.noFolder },
          ...listed.map(({ id, path }) => ({ id, label: path })),
          { id: isNew, label: words.newFolder },
        ]}
        chosen={isMaking ? isNew : (folderId ?? none)}
        onChoose={(id) => {
          setMaking(id === isNew);
          if (id !== isNew) change.mutate({ folderId: id === none ? null : id });
        }}
      />
      {isMaking && (
        <NewFolder
          onMade={(id) => {
            setMaking(false);
            change.mutate({ folderId: id });
          }}
          onCancel={() => setMaking(false)}
        />
      )}
    </>
  );
}

interface NewFolderProps {
  onMade: (id: string) => void;
  onCancel: () => void;
}

function NewFolder({ onMade, onCancel }: NewFolderProps) {
  const { workspaceId } = useEditorOf();
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const make = useMutation({
    mutationFn: () => createFolder(workspaceId, name.trim()),
    onSuccess: async (id) => {
      await queryClient.invalidateQueries({ queryKey: keyOf(workspaceId, 'listFolders') });
      onMade(id);
    },
  });
  const isEmpty = name.trim() === '';
  return (
    <>
      <TextField
        label={words.folderName}
        value={name}
        maxLength={maxName}
        problem={make.error === null ? null : failureText(make.error)}
        onChange={setName}
        onKeyDown={({ key }) => key === 'Enter' && !isEmpty && make.mutate()}
      />
      <div>
        <Button isPending={make.isPending} isDisabled={isEmpty} onPress={() => make.mutate()}>
          {words.makeFolder}
        </Button>{' '}
        <Button tone="ghost" onPress={onCancel}>
          {words.cancel}
        </Button>
      </div>
    </>
  );
}
