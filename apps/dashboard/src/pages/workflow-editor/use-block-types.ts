import { useQuery } from '@tanstack/react-query';
import { type BlockTypes, blockTypesByName } from '../../core/edit-rules/block-type.js';
import { remembered } from '../../core/execution/remembered.js';
import { type BlockTypeAnswer, listBlockTypes } from '../../data/block-types.queries.js';
import { useEditorOf } from './store/editor-context.js';

export interface KnownBlockTypes {
  readonly types: BlockTypes;
  readonly byName: ReadonlyMap<string, BlockTypeAnswer>;
}

const none: readonly BlockTypeAnswer[] = [];
const known = remembered((list: readonly BlockTypeAnswer[], _: null): KnownBlockTypes => ({
  types: blockTypesByName(list),
  byName: new Map(list.map((one) => [one.type, one])),
}));

export function useBlockTypes(): KnownBlockTypes {
  const { workspaceId } = useEditorOf();
  const { data } = useQuery(listBlockTypes(workspaceId));
  return known(data?.data ?? none, null);
}
