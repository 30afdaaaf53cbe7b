/** Examples to begin with: a picture, what it does, and what it needs. Pressing one makes it. */
import { Button } from 'react-aria-components/Button';
import { missingNeeds, type Template, type WorkspaceNames } from '../../core/template/template.js';
import type { DrawnDefinition } from '../../core/workflow-graph/workflow-graph.js';
import { templatesText as words } from '../../text/templates.js';
import { Badge } from '../../ui/badge.js';
import { iconSize } from '../../ui/icon-size.js';
import { Plus } from '../../ui/icon.js';
import { Silhouette } from '../../ui/silhouette.js';
import { TemplatePicture } from './template-picture.js';
import styles from './template-list.module.css';

export interface TemplateListProps {
  templates: readonly Template[];
  /** By template. None: it is still read. */
  definitions: ReadonlyMap<string, DrawnDefinition>;
  /** Null: what the workspace has is not known. */
  names: WorkspaceNames | null;
  /** The one that is being made. */
  making: string | null;
  onMake: (template: string) => void;
  /** Begins with an empty workflow. */
  onBlank?: (() => void) | undefined;
}

export function TemplateList({ templates, making, onMake, onBlank, ...props }: TemplateListProps) {
  return (
    <ul className={styles.list} aria-label={words.list}>
      {onBlank !== undefined && (
        <li>
          <Button className={styles.card} onPress={onBlank} isPending={making !== null}>
            <span className={styles.picture}>
              <Plus {...iconSize} size={24} />
            </span>
            <b>{words.blank}</b>
            <small>{words.blankDetail}</small>
          </Button>
        </li>
      )}
      {templates.map((template) => (
        <li key={template.name}>
          <TemplateCard
            template={template}
            definition={props.definitions.get(template.name) ?? null}
            names={props.names}
            state={making === null ? 'free' : making === template.name ? 'made' : 'waits'}
            onMake={() => onMake(template.name)}
          />
        </li>
      ))}
    </ul>
  );
}

interface TemplateCardProps {
  template: Template;
  definition: DrawnDefinition | null;
  names: WorkspaceNames | null;
  state: 'free' | 'made' | 'waits';
  onMake: () => void;
}

function TemplateCard({ template, definition, names, state, onMake }: TemplateCardProps) {
  const { title, description, blocks } = template;
  return (
    <Button className={styles.card} onPress={onMake} isPending={state !== 'free'}>
      <span className={styles.picture}>
        {definition !== null && <TemplatePicture title={title} definition={definition} />}
      </span>
      <b>{title}</b>
      <small>{description}</small>
      <span className={styles.foot}>
        {state === 'made' && <Silhouette name="running" size={14} />}
        <Badge>{words.blocks(blocks)}</Badge>
        {names !== null && <Needs template={template} names={names} />}
      </span>
    </Button>
  );
}

function Needs({ template, names }: { template: Template; names: WorkspaceNames }) {
  const { secrets, variables } = missingNeeds(template, names);
  const missing = [...secrets.map(words.secret), ...variables];
  if (missing.length === 0) return <Badge tone="success">{words.runs}</Badge>;
  return <span className={styles.needs}>{words.needs(missing)}</span>;
}
