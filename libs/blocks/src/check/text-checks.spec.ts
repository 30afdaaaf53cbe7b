import { describe, expect, it } from '@jest/globals';
import { textChecks } from './text-checks.js';

function checked(text: string) {
  const steps = textChecks(text);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value.inText(value.check);
  }
}

/** What stands in the text where the problem or warning is. */
function meant(text: string): string[] {
  const check = checked(text);
  const notes = [...(check.ok ? [] : check.problems), ...check.warnings];
  return notes.map(({ code, line = 0, column = 0, length = 0 }) => {
    const shown = (text.split('\n')[line - 1] ?? '').slice(column - 1, column - 1 + length);
    return `${code} ${line}:${column} ${shown}`;
  });
}

const text = `{
  "name": "file",
  "definition": {
    "blocks": [
      { "id": "hook", "type": "webhook", "name": "Hook", "config": { "path": "p" } },
      { "id": "r", "type": "response", "name": "R", "position": 1,
        "config": { "body": { "x": "\\"é\\" <hok.body>" }, "status": 99 } }
    ],
    "edges": [ { "from": "hook", "to": "q" } ]
  }
}`;

describe('the text of a definition', () => {
  it('gives each problem its place in the text, also within a workflow file', () => {
    expect(meant(text)).toEqual([
      'INVALID_SHAPE 6:65 1',
      'INVALID_CONFIG 7:68 99',
      'DANGLING_EDGE 9:40 "q"',
      'UNKNOWN_REFERENCE 7:43 <hok.body>',
      'UNREACHABLE_BLOCK 6:15 "r"',
    ]);
  });

  it('that is no JSON has one problem with its place', () => {
    expect(checked('{\n  "blocks": [,]\n}')).toMatchObject({
      ok: false,
      problems: [
        {
          ...{ line: 2, column: 14, field: 'text' },
          message: 'is no JSON (line 2, column 14): expected a value, not ","',
        },
      ],
    });
  });

  it('that repeats a name has one problem with the place of the second', () => {
    const problem = {
      ...{ line: 2, column: 16, field: 'text' },
      message: 'is ambiguous (line 2, column 16): the object has the name "blocks" twice',
    };
    const repeated = '{\n  "blocks": [],"blocks": []\n}';
    expect(checked(repeated)).toMatchObject({ ok: false, problems: [problem] });
  });
});
