import { describe, expect, it } from '@jest/globals';
import { readArguments, UsageError, wholeNumber } from './arguments.js';
import { helpOf, overview } from './help.js';
import { type Verb, type VerbName, verbs } from './verbs.js';

const refusal = (...args: string[]): string => {
  try {
    readArguments(args);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  throw new Error('nothing was refused');
};

describe('the arguments of npm run workflow', () => {
  it('reads a verb with its operands and options', () => {
    const asked = readArguments(['deploy', 'a.json', '--note', 'Fix', '--url', 'http://x']);
    expect(asked).toEqual({
      verb: 'deploy',
      operands: ['a.json'],
      values: { note: 'Fix', url: 'http://x' },
    });
  });

  it('takes "validate" as another name of "check"', () => {
    expect(readArguments(['validate', 'a.json'])).toMatchObject({ verb: 'check' });
  });

  it.each([
    [[], 'The command is missing'],
    [['explode', 'x'], 'There is no command "explode"'],
    [['__proto__'], 'There is no command "__proto__"'],
    [['deploy'], '"deploy" needs more: npm run workflow -- deploy FILE'],
    [['list', 'x'], '"x" is one argument too many'],
    [['list', '--note', 'x'], '--note'],
  ])('refuses %j with a sentence that says what is wrong', (args, message) => {
    expect(refusal(...args)).toContain(message);
  });

  it.each(['0', '-1', '1.5', '1e3', '', '99999999999999999999'])(
    'refuses the number "%s"',
    (text) => {
      expect(() => wholeNumber(text, 'VERSION')).toThrow('VERSION must be a whole number above 0');
    },
  );

  it('has help for all verbs together and for each, with every option', () => {
    expect(readArguments(['--help'])).toEqual({ help: null });
    for (const name of Object.keys(verbs) as VerbName[]) {
      expect(readArguments([name, '--help'])).toEqual({ help: name });
      expect(overview()).toContain(`\n  ${name} `);
      const { options = {} }: Verb = verbs[name];
      for (const option of Object.keys(options)) expect(helpOf(name)).toContain(`--${option}`);
    }
  });
});
