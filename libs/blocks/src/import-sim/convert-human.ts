/** Sim's human in the loop: an approval. The author must rebuild its form and its notifications. */
import type { ConvertedBlock } from './converted-block.js';
import { builtData, jsonOf, textOf, type Values } from './sim-workflow.js';

const thirtyDaysMs = 30 * 86_400_000;
const longestMessage = 10_000;

export function convertHuman(value: Values, name: string): ConvertedBlock {
  const shown = Object.entries(builtData(value('builderData')));
  const message = shown.map(([field, content]) => `${field}: ${textOf(content)}`).join('\n');
  const [tools, form] = [jsonOf(value('notification')), jsonOf(value('inputFormat'))];
  const notes = ['It waits 30 days at most'];
  if (Array.isArray(tools) && tools.length > 0) {
    const how = `send <${name}.resumeUrl> with an HTTP request block before it`;
    notes.push(`Its ${tools.length} notifications were left out: ${how}`);
  }
  if (Array.isArray(form) && form.length > 0) {
    const fields = (form as ({ name?: unknown } | null)[]).map((field) => textOf(field?.name));
    notes.push(`The fields of its form (${fields.join(', ')}) are not checked here`);
  }
  return {
    type: 'approval',
    config: {
      expiresInMs: thirtyDaysMs,
      ...(message !== '' && { message: message.slice(0, longestMessage) }),
    },
    notes,
    // Sim puts the answers to the form at the top level.
    outputs: {
      '*': 'data',
      url: 'resumeUrl',
      resumeEndpoint: 'resumeUrl',
      submission: 'data',
      resumeInput: 'data',
      submittedAt: 'resumedAt',
    },
  };
}
