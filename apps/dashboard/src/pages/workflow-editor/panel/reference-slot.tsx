/** A text of a form that may refer to blocks, secrets and variables. */
import { createContext, useContext } from 'react';
import type { Scope } from '../../../core/completion/scope.js';
import { ExpressionField } from '../../../parts/expression-field/expression-field.js';
import type { TextSlotProps } from '../../../parts/schema-form/form-context.js';

const noScope: Scope = { blocks: [], secrets: [], variables: [], containers: [] };

export const ScopeContext = createContext<Scope>(noScope);

export function ReferenceSlot({ hint, placeholder, problem, ...props }: TextSlotProps) {
  const scope = useContext(ScopeContext);
  return (
    <ExpressionField
      {...props}
      {...(hint !== undefined && { hint })}
      {...(placeholder !== undefined && { placeholder })}
      problem={problem}
      scope={scope}
    />
  );
}
