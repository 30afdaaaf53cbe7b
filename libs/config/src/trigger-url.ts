/**
 * The origin that serves only trigger URLs, so that workflows' pages share no origin with the api.
 */
import { z } from 'zod';

/** An origin; a trailing slash is removed. */
export const triggerUrlSetting = z
  .string()
  .transform((text) => text.replace(/\/$/, ''))
  .refine(
    (text) => /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text,
    'must be an origin without a path, in lower case, e.g. https://run.example.com',
  );

interface Urls {
  readonly FLOWLEDGER_PUBLIC_URL?: string | undefined;
  readonly FLOWLEDGER_TRIGGER_URL?: string | undefined;
}

/** One host can't serve both: the api would be unreachable. */
export function triggerUrlProblems({
  FLOWLEDGER_PUBLIC_URL: api,
  FLOWLEDGER_TRIGGER_URL: triggers,
}: Urls): readonly string[] {
  if (api === undefined || triggers === undefined) return [];
  if (new URL(api).host !== new URL(triggers).host) return [];
  return ['FLOWLEDGER_TRIGGER_URL: must have another host than FLOWLEDGER_PUBLIC_URL'];
}
