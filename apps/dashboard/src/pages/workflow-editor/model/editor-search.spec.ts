import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sides } from '../side.js';
import {
  type EditorSearch,
  editorSearch,
  hasPanel,
  placeOf,
  searchOfPlace,
  stepTo,
} from './editor-search.js';

const nothing = editorSearch.parse({});
const trimmed = (maxLength: number) => fc.string({ maxLength }).map((text) => text.trim());
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const pixel = fc.integer({ min: -999_999_999, max: 999_999_999 });

const searches: fc.Arbitrary<EditorSearch> = fc.record({
  block: trimmed(200),
  side: orNull(fc.constantFrom(...sides)),
  subscription: trimmed(100),
  run: orNull(fc.uuid()),
  view: orNull(fc.constantFrom('canvas' as const, 'outline' as const)),
  x: orNull(pixel),
  y: orNull(pixel),
  z: orNull(fc.nat()),
});

describe('the address of the editor', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(searches, (search) => {
        expect(editorSearch.parse(editorSearch.format(search))).toEqual(search);
      }),
    );
  });

  it('is read whatever it holds', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.anything()), (raw) => {
        const search = editorSearch.parse(raw);
        expect(editorSearch.parse(editorSearch.format(search))).toEqual(search);
      }),
    );
  });

  it.each([
    // Links of the page of a workflow, which the editor has replaced.
    [{ view: 'definition', of: 'draft' }, {}],
    [{ view: 'overview' }, {}],
    [{ side: 'webhooks' }, { side: 'webhooks' }],
    [{ block: 'api', side: 'elsewhere' }, { block: 'api' }],
    [{ run: 'no id' }, {}],
    [{ x: '-12', y: '1e3', z: '-5' }, { x: -12 }],
  ])('takes of %j what it knows', (raw, expected) => {
    expect(editorSearch.parse(raw)).toEqual({ ...nothing, ...expected });
  });
});

describe('the place of the canvas', () => {
  it('comes back to the pixel', () => {
    const place = fc.record({
      x: pixel,
      y: pixel,
      zoom: fc.integer({ min: 5, max: 200 }).map((percent) => percent / 100),
    });
    fc.assert(
      fc.property(place, (kept) => {
        expect(placeOf(searchOfPlace(kept))).toEqual(kept);
      }),
    );
  });

  it.each([
    [{ x: 1, y: 2, z: null }],
    [{ x: 1, y: 2, z: 0 }],
    [{ x: 1, y: 2, z: 201 }],
    [{ x: null, y: 2, z: 100 }],
  ])('is none in %j', (place) => {
    expect(placeOf(place)).toBeNull();
  });
});

describe('a step to another state', () => {
  const open = { ...nothing, block: 'api' };
  const side = { ...nothing, side: 'webhooks' as const };

  it.each([
    ['push', nothing, open, false],
    ['push', nothing, side, false],
    ['replace', open, side, true],
    ['back', open, nothing, true],
    ['replace', open, nothing, false],
    ['replace', nothing, { ...nothing, z: 100 }, false],
  ] as const)('is %s', (step, from, to, isOwnStep) => {
    expect(stepTo(from, to, isOwnStep)).toBe(step);
  });

  it('makes one step at most, however many panels are opened and closed', () => {
    const states = fc.array(fc.constantFrom(nothing, open, side), { maxLength: 30 });
    fc.assert(
      fc.property(states, (wanted) => {
        const steps: EditorSearch[] = [nothing];
        for (const next of wanted) {
          const at = steps.length - 1;
          const step = stepTo(steps[at] ?? nothing, next, at > 0);
          if (step === 'push') steps.push(next);
          else if (step === 'back') steps.pop();
          else steps[at] = next;
          expect(steps.length).toBeLessThanOrEqual(2);
          expect(hasPanel(steps.at(-1) ?? nothing)).toBe(hasPanel(next));
        }
      }),
    );
  });
});
