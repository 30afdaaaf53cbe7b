import { TemplateList } from '../../src/parts/templates/template-list.js';
import { canvasSamples } from '../canvas-samples.js';
import { Section } from '../section.js';

const none = (): void => undefined;
const needs = [
  { secrets: [], variables: ['SHOP_URL'] },
  { secrets: ['MODEL_KEY'], variables: ['MODEL_URL'] },
  { secrets: [], variables: [] },
  { secrets: [], variables: [] },
];
const templates = canvasSamples.map(({ name, definition }, at) => ({
  name,
  title: name,
  description: 'Takes an order, calls an API, checks the answer and responds to the caller.',
  blocks: definition.blocks.length,
  needs: needs[at] ?? { secrets: [], variables: [] },
}));
const definitions = new Map(
  canvasSamples.slice(0, 3).map(({ name, definition }) => [name, definition]),
);
const names = { secrets: new Set<string>(), variables: new Set(['SHOP_URL']) };

export function Templates() {
  return (
    <Section title="Templates" isWide>
      <TemplateList
        {...{ templates, definitions, names }}
        making={null}
        onMake={none}
        onBlank={none}
      />
      <TemplateList
        templates={templates.slice(0, 2)}
        {...{ definitions, names }}
        making={templates[0]?.name ?? null}
        onMake={none}
      />
    </Section>
  );
}
