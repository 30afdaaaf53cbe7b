/** Definitions of new workflows. Pure: what makes a path unique is given. */
import type { CurlConfig } from '../curl/curl.js';

interface Block {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly config: Readonly<Record<string, unknown>>;
}

export interface Definition {
  readonly blocks: readonly Block[];
  readonly edges: readonly { readonly from: string; readonly to: string }[];
}

export interface BlockNames {
  readonly hook: string;
  readonly call: string;
  readonly answer: string;
}

const hook = (name: string, path: string): Block => ({
  ...{ id: 'hook', type: 'webhook', name },
  config: { path },
});

export const blankWorkflow = (name: string, ending: string): Definition => ({
  blocks: [hook(name, `my-workflow-${ending}`)],
  edges: [],
});

/** How a reference writes the name of a block. */
const referred = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9_]/g, '');

/** Whoever calls the webhook gets what the API answered. */
export function curlWorkflow(config: CurlConfig, names: BlockNames, ending: string): Definition {
  const call = { id: 'call', type: 'api', name: names.call, config: { ...config } };
  const body = `<${referred(names.call)}.data>`;
  const answer = { id: 'answer', type: 'response', name: names.answer, config: { body } };
  return {
    blocks: [hook(names.hook, `${pathOf(config.url)}-${ending}`), call, answer],
    edges: [
      { from: 'hook', to: 'call' },
      { from: 'call', to: 'answer' },
    ],
  };
}

const longestPath = 60;

export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

/** `api-example-com` of an address. */
function pathOf(url: string): string {
  const words =
    hostOf(url)
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, longestPath) || 'call';
}

interface AnyDefinition {
  readonly blocks: readonly { readonly type: string; readonly config?: object | undefined }[];
}

/** The same definition, whose webhook has another path. */
export const atPathEnding = <D extends AnyDefinition>(definition: D, ending: string): D => ({
  ...definition,
  blocks: definition.blocks.map((block) => {
    const { type, config = {} } = block;
    const path: unknown = 'path' in config ? config.path : null;
    return type === 'webhook' && typeof path === 'string'
      ? { ...block, config: { ...config, path: `${path}-${ending}` } }
      : block;
  }),
});
