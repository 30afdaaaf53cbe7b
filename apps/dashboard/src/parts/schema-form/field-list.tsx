/** Fields below each other. Those that few need are folded away, unless one has a problem. */
import { useState } from 'react';
import type { Path } from '../../core/edit/text/json-value.js';
import type { Field } from '../../core/form/field.js';
import { countProblems } from '../../core/form/form-parts.js';
import { pathKey } from '../../core/form/form-problem.js';
import { schemaFormText as words } from '../../text/schema-form.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { ChevronDown, ChevronRight } from '../../ui/icon.js';
import { FieldSlot } from './field-slot.js';
import { useForm } from './form-context.js';
import styles from './schema-form.module.css';

interface FieldListProps {
  fields: readonly Field[];
  base: Path;
}

export function FieldList({ fields, base }: FieldListProps) {
  const advanced = fields.filter(({ isAdvanced }) => isAdvanced);
  return (
    <>
      <Fields fields={fields.filter(({ isAdvanced }) => !isAdvanced)} base={base} />
      {advanced.length > 0 && <Advanced fields={advanced} base={base} />}
    </>
  );
}

function Fields({ fields, base }: FieldListProps) {
  const form = useForm();
  return fields.map((field) => (
    <FieldSlot key={`${field.kind} ${pathKey(field.path)}`} {...{ form, field, base }} />
  ));
}

function Advanced({ fields, base }: FieldListProps) {
  const { config, problems } = useForm();
  const [isChosen, setChosen] = useState<boolean | null>(null);
  const found = countProblems(fields, problems, config, base);
  const isOpen = isChosen ?? found > 0;
  return (
    <section className={styles.advanced}>
      <div className={styles.fold}>
        <Button
          tone="ghost"
          icon={isOpen ? ChevronDown : ChevronRight}
          aria-expanded={isOpen}
          onPress={() => setChosen(!isOpen)}
        >
          {words.advanced}
        </Button>
        {found > 0 && <Badge tone="error">{words.advancedCount(found)}</Badge>}
      </div>
      {isOpen && (
        <div className={styles.fields}>
          <Fields fields={fields} base={base} />
        </div>
      )}
    </section>
  );
}
