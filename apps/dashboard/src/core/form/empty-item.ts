import type { Field } from './field.js';

/** JSON of a new item of a list: what the item must have, empty. */
export function emptyItem(item: Field): string {
  switch (item.kind) {
    case 'group':
      return `{${item.fields
        .filter(({ isRequired, path }) => isRequired && path.length === 1)
        .map((field) => `${JSON.stringify(field.path[0])}: ${emptyItem(field)}`)
        .join(', ')}}`;
    case 'choice':
      return JSON.stringify(item.options[0]?.value ?? '');
    case 'json':
      return item.starts === 'json' ? '{}' : '""';
    case 'number':
    case 'duration':
      return '0';
    case 'boolean':
      return 'false';
    case 'list':
    case 'choices':
      return '[]';
    case 'pairs':
      return item.holder === 'list' ? '[]' : '{}';
    case 'union':
      return '{}';
    case 'text':
    case 'code':
    case 'expression':
    case 'secret':
    case 'workflow':
    case 'block-name':
    case 'timezone':
    case 'cron':
    case 'request':
      return '""';
  }
}
