import { describe, expect, it } from '@jest/globals';
import { loadConfig } from './config.js';

const name = 'FLOWLEDGER_PLAN_LIMITS';
const load = (text?: string) =>
  loadConfig({
    DATABASE_URL: 'postgres://u:p@h/d',
    KAFKA_BROKERS: 'a:9092',
    ...(text !== undefined && { [name]: text }),
  })[name];

describe('FLOWLEDGER_PLAN_LIMITS', () => {
  it('is empty by default', () => {
    expect(load()).toEqual({});
  });

  it('accepts any subset of limits, and null for unlimited executions', () => {
    const setting = {
      free: { logsPerMinute: 0, syncExecutionsPerMinute: 1, asyncExecutionsPerMinute: 2 },
      pro: {},
      enterprise: { usageLimitUsd: 2_147_483_647, concurrentExecutions: null },
      team: {
        ...{ keyedPercent: 100, triggerCallsPerMinute: 0, triggerBodyBytes: 10_485_760 },
        ...{ requestBytesPerMinute: null, storedBytes: 10 ** 15 },
      },
    };
    expect(load(JSON.stringify(setting))).toEqual(setting);
  });

  it.each([
    ['{"free":', /must be a JSON object of plans, like \{"free":\{"logsPerMinute":20\}\}/],
    ['', /must be a JSON object of plans/],
    ['null', /must be a JSON object of plans/],
    ['[]', /must be a JSON object of plans/],
    ['{"gold":{}}', /gold is not a plan; the plans are free, pro, team, enterprise/],
    ['{"pro":5}', /pro must be an object/],
    [
      '{"pro":{"logs":5}}',
      /pro\.logs is not known; a plan has logsPerMinute, syncExecutionsPerMinute, asyncExecutionsPerMinute, usageLimitUsd, concurrentExecutions/,
    ],
    ['{"pro":{"__proto__":5}}', /pro\.__proto__ is not known/],
    [
      '{"pro":{"logsPerMinute":-1}}',
      /pro\.logsPerMinute must be a whole number from 0 to 2147483647, not -1/,
    ],
    ['{"team":{"asyncExecutionsPerMinute":1.5}}', /team\.asyncExecutionsPerMinute .* not 1\.5/],
    ['{"team":{"syncExecutionsPerMinute":"7"}}', /team\.syncExecutionsPerMinute .* not "7"/],
    ['{"free":{"usageLimitUsd":null}}', /free\.usageLimitUsd .* not null/],
    ['{"free":{"logsPerMinute":2147483648}}', /free\.logsPerMinute .* not 2147483648/],
    [
      '{"free":{"concurrentExecutions":0}}',
      /free\.concurrentExecutions must be a whole number from 1 to 2147483647, or null for any number, not 0/,
    ],
    [
      '{"free":{"keyedPercent":101}}',
      /free\.keyedPercent must be a whole number from 0 to 100, not 101/,
    ],
    [
      '{"free":{"triggerBodyBytes":10485761}}',
      /free\.triggerBodyBytes must be a whole number from 0 to 10485760, not 10485761/,
    ],
    [
      '{"free":{"storedBytes":-1}}',
      /free\.storedBytes must be a whole number from 0 to 9007199254740991, or null for any number/,
    ],
    ['{"free":{"triggerCallsPerMinute":null}}', /free\.triggerCallsPerMinute .* not null/],
  ])('rejects %s and names the problem', (text, message) => {
    expect(() => load(text)).toThrow(message);
    expect(() => load(text)).toThrow(`${name}: `);
  });

  it('reports all problems at once', () => {
    expect(() => load('{"gold":{},"pro":{"logs":1,"logsPerMinute":-1}}')).toThrow(
      /gold.*\n.*pro\.logs .*\n.*pro\.logsPerMinute/,
    );
  });
});
