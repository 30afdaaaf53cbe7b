import { describe, expect, it } from '@jest/globals';
import { javaMajor } from './java.js';

describe('javaMajor', () => {
  it.each([
    ['openjdk version "17.0.15" 2025-04-15', 17],
    ['openjdk version "25" 2025-09-16', 25],
    ['java version "1.8.0_402"', 8],
    ['openjdk version "24-ea" 2025-03-18', 24],
  ])('reads %j as %i', (text, major) => {
    expect(javaMajor(text)).toBe(major);
  });

  it('returns undefined for other text', () => {
    expect(
      javaMajor('The operation couldn’t be completed. Unable to locate a Java Runtime.'),
    ).toBeUndefined();
  });
});
