/** Sim's evaluator: an agent whose answer is a number for each metric. */
import { placeOf } from './convert-agent.js';
import { placeholder, type ConvertedBlock } from './converted-block.js';
import { jsonOf, textOf, type Values } from './sim-workflow.js';

interface SimMetric {
  readonly name?: unknown;
  readonly description?: unknown;
  readonly range?: { readonly min?: unknown; readonly max?: unknown } | null;
}

interface Metric {
  /** In lower case, like the names of Sim's outputs. */
  readonly name: string;
  readonly description: string;
  readonly minimum: number;
  readonly maximum: number;
}

function metricsOf(value: Values): Metric[] {
  const found = jsonOf(value('metrics'));
  if (!Array.isArray(found)) return [];
  return (found as (SimMetric | null)[]).flatMap((metric) => {
    const name = textOf(metric?.name).toLowerCase();
    if (name === '') return [];
    const [minimum, maximum] = [Number(metric?.range?.min ?? 0), Number(metric?.range?.max ?? 10)];
    return [{ name, description: textOf(metric?.description), minimum, maximum }];
  });
}

export function convertEvaluator(value: Values, name: string): ConvertedBlock {
  const metrics = metricsOf(value);
  if (metrics.length === 0) return placeholder('evaluator', name, 'It has no metrics');
  const model = textOf(value('model')) || 'claude-sonnet-4-5';
  const place = placeOf(value, model);
  const listed = metrics.map(
    ({ name: metric, description, minimum, maximum }) =>
      `- ${metric} (${minimum} to ${maximum}): ${description}`,
  );
  return {
    type: 'agent',
    config: {
      ...place.config,
      model,
      systemPrompt: `Judge the text by each of these metrics.\n${listed.join('\n')}`,
      userPrompt: value('content') ?? '',
      temperature: 0,
      outputSchema: {
        type: 'object',
        properties: Object.fromEntries(
          metrics.map(({ name: metric, description, minimum, maximum }) => [
            metric,
            { type: 'number', minimum, maximum, description },
          ]),
        ),
        required: metrics.map(({ name: metric }) => metric),
        additionalProperties: false,
      },
    },
    notes: [
      ...place.notes,
      'It became an agent with our own instructions. Its content is the answer, not the evaluated text',
    ],
    outputs: { '*': 'data', content: 'content', model: 'model', tokens: 'tokens' },
  };
}
