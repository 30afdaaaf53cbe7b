/** A short name of a browser and its system, from a header that the caller chose. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Firefox\//, 'Firefox'],
  [/Edg\//, 'Edge'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Windows/, 'Windows'],
  [/Linux/, 'Linux'],
];

const nameIn = (agent: string, names: typeof browsers): string | undefined =>
  names.find(([pattern]) => pattern.test(agent))?.[1];

export function agentText(agent: string | null): string | null {
  if (agent === null || agent === '') return null;
  const [browser, system] = [nameIn(agent, browsers), nameIn(agent, systems)];
  if (browser === undefined) return agent.slice(0, 60);
  return system === undefined ? browser : `${browser} on ${system}`;
}
