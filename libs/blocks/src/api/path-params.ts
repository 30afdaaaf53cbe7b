/**
 * `:name` segments of a URL and `pathParams`, as far as a save can tell. A run sends a segment
 * without a parameter as it stands, for versions that were deployed before a save refused it.
 */
import { NearestNames, didYouMean } from '@libs/workflow';
import { z } from 'zod';
import { saveRule, type ConfigRefusal, type ConfigWarning } from '../block.js';
import { apiConfig, type ApiConfig } from './api.config.js';

interface Segment {
  readonly name: string;
  readonly offset: number;
}

/** Whole segments of the path; not those of the query, nor of a reference. */
function segmentsOf(url: string): Segment[] {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  return Array.from(
    path.matchAll(/\/:([A-Za-z_][A-Za-z0-9_]*)(?=\/|$)/g),
    ({ 1: name, index }) => ({
      name: name ?? '',
      offset: index + 1,
    }),
  );
}

/** Why a value that no run changes can't be a segment; null when it can. */
function refusalOf(value: unknown): string | null {
  if (value === null || value === '') return 'has no value';
  return value === '.' || value === '..' ? 'would lead to another path' : null;
}

function refusals({ url, pathParams }: Pick<ApiConfig, 'url' | 'pathParams'>): ConfigRefusal[] {
  const nearest = new NearestNames();
  const segments = segmentsOf(url);
  const used = new Set(segments.map(({ name }) => name));
  const unused = Object.keys(pathParams).filter((name) => !used.has(name));
  return segments.flatMap(({ name, offset }): ConfigRefusal[] => {
    const span = { offset, length: name.length + 1 };
    if (!Object.hasOwn(pathParams, name)) {
      const suggestion = nearest.of(name, unused);
      const message = `The path parameter ":${name}" has no value. Add "${name}" to "pathParams"${didYouMean(suggestion)}`;
      return [{ code: 'MISSING_PATH_PARAM', path: ['url'], message, span, suggestion }];
    }
    const refusal = refusalOf(pathParams[name]);
    if (refusal === null) return [];
    const message = `The path parameter ":${name}" ${refusal}. Give it a text, a number or a reference`;
    return [{ code: 'MISSING_PATH_PARAM', path: ['pathParams', name], message }];
  });
}

const { url, pathParams } = apiConfig.shape;
export const missingParams = saveRule(z.object({ url, pathParams }), refusals);

export function unusedParams({ url, pathParams }: ApiConfig): ConfigWarning[] {
  // A reference or a secret may hold the segments.
  if (/[<{]/.test(url)) return [];
  const used = new Set(segmentsOf(url).map(({ name }) => name));
  return Object.keys(pathParams).flatMap((name) => {
    if (used.has(name)) return [];
    const message = `The URL has no segment ":${name}", so this value is not sent`;
    return [{ code: 'UNUSED_PATH_PARAM' as const, path: ['pathParams', name], message }];
  });
}
