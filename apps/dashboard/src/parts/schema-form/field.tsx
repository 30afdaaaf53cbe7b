/** One file for each kind of field. */
import type { FieldViewProps } from './form-context.js';
import { BooleanKind } from './kinds/boolean.js';
import { ChoiceKind } from './kinds/choice.js';
import { ChoicesKind } from './kinds/choices.js';
import { CodeKind } from './kinds/code.js';
import { CronKind } from './kinds/cron.js';
import { DurationKind } from './kinds/duration.js';
import { GroupKind } from './kinds/group.js';
import { JsonKind } from './kinds/json.js';
import { ListKind } from './kinds/list.js';
import { NamedKind } from './kinds/named.js';
import { NumberKind } from './kinds/number.js';
import { PairsKind } from './kinds/pairs.js';
import { RequestKind } from './kinds/request.js';
import { TextKind } from './kinds/text.js';
import { UnionKind } from './kinds/union.js';

export function FieldView({ field, ...place }: FieldViewProps) {
  switch (field.kind) {
    case 'text':
      return <TextKind field={field} {...place} />;
    case 'code':
    case 'expression':
      return <CodeKind field={field} {...place} />;
    case 'secret':
    case 'workflow':
    case 'block-name':
    case 'timezone':
      return <NamedKind field={field} {...place} />;
    case 'cron':
      return <CronKind field={field} {...place} />;
    case 'duration':
      return <DurationKind field={field} {...place} />;
    case 'number':
      return <NumberKind field={field} {...place} />;
    case 'boolean':
      return <BooleanKind field={field} {...place} />;
    case 'choice':
      return <ChoiceKind field={field} {...place} />;
    case 'choices':
      return <ChoicesKind field={field} {...place} />;
    case 'json':
      return <JsonKind field={field} {...place} />;
    case 'request':
      return <RequestKind field={field} {...place} />;
    case 'pairs':
      return <PairsKind field={field} {...place} />;
    case 'list':
      return <ListKind field={field} {...place} />;
    case 'group':
      return <GroupKind field={field} {...place} />;
    case 'union':
      return <UnionKind field={field} {...place} />;
  }
}
