/** Assembles a model's streamed answer, and reports each piece of text as it arrives. */
import type {
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';

/** The stream broke off, or the provider reported an error inside it. */
export class BrokenStreamError extends Error {
  override readonly name = 'BrokenStreamError';
}

/** @throws BrokenStreamError when the stream did not end properly */
export async function collectStream(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  onText: (piece: string) => void,
): Promise<LanguageModelV4GenerateResult> {
  const content: LanguageModelV4Content[] = [];
  const open = new Map<string, { type: 'text' | 'reasoning'; text: string }>();
  let end: Pick<
    LanguageModelV4GenerateResult,
    'finishReason' | 'usage' | 'providerMetadata'
  > | null = null;
  let response: LanguageModelV4GenerateResult['response'];
  for await (const part of stream) {
    // eslint-disable-next-line @typescript-eslint/switch-exhaustiveness-check -- new kinds of parts are not ours to keep
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start': {
        const piece = {
          type: part.type === 'text-start' ? 'text' : 'reasoning',
          text: '',
        } as const;
        const kept = { ...piece, ...metadataOf(part) };
        open.set(part.id, kept);
        content.push(kept);
        break;
      }
      case 'text-delta':
      case 'reasoning-delta': {
        const piece = open.get(part.id);
        if (piece !== undefined)
          Object.assign(piece, { text: piece.text + part.delta, ...metadataOf(part) });
        if (part.type === 'text-delta' && part.delta !== '') onText(part.delta);
        break;
      }
      case 'text-end':
      case 'reasoning-end':
        Object.assign(open.get(part.id) ?? {}, metadataOf(part));
        break;
      case 'tool-call':
        content.push(part);
        break;
      case 'response-metadata':
        response = { ...response, ...part };
        break;
      case 'finish':
        end = part;
        break;
      case 'error':
        throw new BrokenStreamError('the model reported an error', { cause: part.error });
    }
  }
  if (end === null) throw new BrokenStreamError('the answer ended before it was complete');
  const { finishReason, usage, providerMetadata } = end;
  return {
    content,
    finishReason,
    usage,
    warnings: [],
    ...(providerMetadata !== undefined && { providerMetadata }),
    ...(response !== undefined && { response }),
  };
}

/** Signatures of reasoning must go back to the provider unchanged. */
const metadataOf = <M>(part: { readonly providerMetadata?: M }): { providerMetadata?: M } =>
  part.providerMetadata === undefined ? {} : { providerMetadata: part.providerMetadata };
