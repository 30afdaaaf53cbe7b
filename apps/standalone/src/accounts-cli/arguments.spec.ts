import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { UsageError } from '../terminal/operator-command.js';
import { readArguments } from './arguments.js';

const id = '0197a1b2-c3d4-7e5f-8a9b-000000000010';
const read = (line: string) => readArguments(line.split(' '));

describe('the arguments of npm run accounts', () => {
  it.each([
    [
      'create --name Acme --plan pro --owner a@b.example',
      { name: 'create', body: { name: 'Acme', plan: 'pro', owner: { email: 'a@b.example' } } },
    ],
    [
      'create --name A --plan pro --owner a@b.example --owner-name Ada --workspace W --json',
      {
        ...{ name: 'create', json: true },
        body: {
          ...{ name: 'A', plan: 'pro', workspaceName: 'W' },
          owner: { email: 'a@b.example', name: 'Ada' },
        },
      },
    ],
    ['list --suspended', { name: 'list', suspended: true }],
    [`show ${id.toUpperCase()}`, { name: 'show', id }],
    [`plan ${id} team`, { name: 'plan', id, plan: 'team' }],
    [
      `limits ${id} logsPerMinute=120 concurrentExecutions=none usageLimitUsd=default a=-1.5`,
      {
        ...{ name: 'limits', id, clear: ['usageLimitUsd'] },
        set: { logsPerMinute: 120, concurrentExecutions: null, a: -1.5 },
      },
    ],
    [`suspend ${id} --reason Unpaid`, { name: 'suspend', id, reason: 'Unpaid' }],
    [`resume ${id}`, { name: 'resume', id }],
    [`usage ${id} --months 3`, { name: 'usage', id, months: '3' }],
    [`usage ${id}`, { name: 'usage', id, months: undefined }],
  ])('%s', (line, command) => {
    expect(read(line)).toEqual({ json: false, ...command });
  });

  it.each(['help', '--help', '-h', `suspend ${id} --help`])('show the usage: %s', (line) => {
    expect(read(line)).toBe('help');
  });

  it.each([
    ['', /command is missing/],
    ['delete', /"delete" is no command/],
    ['toString', /is no command/],
    ['show', /id of the account is missing/],
    ['show Acme', /"Acme" is no id.* list/],
    [`show ${id} ${id}`, /one argument too many/],
    ['create --name Acme --plan pro', /--owner is missing/],
    [`suspend ${id}`, /--reason is missing/],
    [`suspend ${id} --reason`, /reason/],
    [`resume ${id} --reason x`, /reason/],
    [`plan ${id}`, /plan is missing/],
    [`limits ${id}`, /at least one limit/],
    [`limits ${id} logsPerMinute`, /"logsPerMinute": write a limit as NAME=NUMBER/],
    [`limits ${id} logsPerMinute=many`, /NAME=NUMBER, NAME=none or NAME=default/],
  ])('are refused with what is wrong: %s', (line, message) => {
    expect(() => read(line)).toThrow(message);
    expect(() => read(line)).toThrow(UsageError);
  });

  it('are read or refused, whatever they are', () => {
    const words = fc.constantFrom('limits', 'show', 'suspend', '--reason', '--json', '--', '=', id);
    fc.assert(
      fc.property(fc.array(fc.oneof(words, fc.string())), (args) => {
        try {
          readArguments(args);
        } catch (error) {
          expect(error).toBeInstanceOf(UsageError);
        }
      }),
    );
  });
});
