// ESLint rule: comments stay within 100 columns and refer only to what this repository has.
const maxColumns = 100;
/** Documents and labels that exist outside of this repository. */
const deadReference = /\bdesign\.md\b|\bkafka-lab\b|\bkafka\.md\b|\bthe issue\b|\baim \d/i;
const directive = /^\s*(eslint-|@ts-|prettier-ignore)/;

/** @type {import('eslint').Rule.RuleModule} */
export const plainComments = {
  meta: {
    type: 'layout',
    schema: [],
    messages: {
      long: `This line of a comment has {{columns}} columns; ${maxColumns} are allowed. Shorten or wrap it.`,
      dead: 'This comment refers to "{{reference}}", which is not in this repository. Say what it says, or name a page in docs/.',
    },
  },
  create({ sourceCode, report }) {
    const check = (line) => {
      const text = sourceCode.lines[line - 1] ?? '';
      const loc = { start: { line, column: 0 }, end: { line, column: text.length } };
      if (text.length > maxColumns)
        report({ loc, messageId: 'long', data: { columns: text.length } });
    };
    return {
      Program() {
        for (const { value, loc } of sourceCode.getAllComments()) {
          if (directive.test(value)) continue;
          for (let line = loc.start.line; line <= loc.end.line; line += 1) check(line);
          const [reference] = deadReference.exec(value) ?? [];
          if (reference !== undefined) report({ loc, messageId: 'dead', data: { reference } });
        }
      },
    };
  },
};
