import { describe, expect, it } from '@jest/globals';
import { blockSchemas } from './testing/block-schemas.js';
import type { Field } from './field.js';
import { fieldsOf } from './fields-of.js';

/** One line a field: kind, path, and what is special; fields inside are indented. */
function drawn(field: Field, indent = ''): string[] {
  const marks = [
    field.isRequired ? 'required' : '',
    field.isAdvanced ? 'advanced' : '',
    field.takesReference ? 'or reference' : '',
    field.fallback === null ? '' : `else ${field.fallback}`,
  ].filter(Boolean);
  const path = field.path.length === 0 ? '' : ` ${field.path.join('.')}`;
  const line = `${indent}${detailed(field)}${path} "${field.title}" ${marks.join(', ')}`.trimEnd();
  return [line, ...inside(field, `${indent}  `)];
}

function detailed(field: Field): string {
  const { kind } = field;
  if (kind === 'text')
    return `${field.isLong ? 'long ' : ''}${field.hasReferences ? 'text' : 'fixed text'}`;
  if (kind === 'choice' || kind === 'choices')
    return `${kind} of ${field.options.map(({ label }) => label).join('|')}`;
  if (kind === 'json')
    return `${field.isLong ? 'long ' : ''}json ${field.shape}${field.starts === 'text' ? ', first as text' : ''}`;
  if (kind === 'duration') return `duration in ${field.unit}`;
  return kind === 'pairs' ? `pairs in a ${field.holder}` : kind;
}

function inside(field: Field, indent: string): string[] {
  const { kind } = field;
  if (kind === 'group') return field.fields.flatMap((one) => drawn(one, indent));
  if (kind === 'list') return drawn(field.item, indent);
  if (kind === 'pairs') return drawn(field.value, indent);
  if (kind === 'request') return [field.method, field.url].flatMap((one) => drawn(one, indent));
  if (kind !== 'union') return [];
  return field.arms.flatMap((arm) => [
    `${indent}= ${arm.title}`,
    ...arm.fields.flatMap((one) => drawn(one, `${indent}  `)),
  ]);
}

describe('fieldsOf', () => {
  it.each([
    ['Longest pause', 'Longest pause', null],
    ['Longest pause', 'The `longest` pause of all', 'The longest pause of all'],
  ])('has for "%s" and its description "%s" the hint %s', (title, description, hint) => {
    const properties = { pause: { type: 'string', title, description } };
    expect(fieldsOf({ type: 'object', properties })[0]?.hint).toBe(hint);
  });

  it('has the words for a choice that is not made', () => {
    const bodyType = { enum: ['json', 'text'], 'x-unchosen': 'JSON' };
    expect(fieldsOf({ type: 'object', properties: { bodyType } })[0]).toMatchObject({
      ...{ kind: 'choice', fallback: null, unchosen: 'JSON' },
    });
  });

  it('gives every block type this form', () => {
    const forms = Object.entries(blockSchemas).map(([type, schema]) =>
      [`# ${type}`, ...fieldsOf(schema).flatMap((field) => drawn(field))].join('\n'),
    );
    expect(`\n${forms.join('\n')}\n`).toMatchInlineSnapshot(`
     "
     # webhook
     fixed text path "Path" required
     choices of GET|HEAD|POST|PUT|PATCH|DELETE methods "Methods" else ["POST"]
     union auth "Authentication"
       = Bearer token
         secret auth.secret "Secret" required
       = Secret in a header
         fixed text auth.header "Header" required
         secret auth.secret "Secret" required
       = Signature (HMAC)
         fixed text auth.header "Header" required
         secret auth.secret "Secret" required
         choice of SHA-1|SHA-256|SHA-512 auth.algorithm "Algorithm" else "sha256"
         choice of Hexadecimal|Base64 auth.encoding "Encoding" else "hex"
         text auth.prefix "Prefix" else ""
         fixed text auth.template "Template" else "{rawBody}"
         fixed text auth.timestampHeader "Timestamp header"
         duration in s auth.toleranceSeconds "Tolerance"
       = Standard Webhooks
         secret auth.secret "Secret" required
         duration in s auth.toleranceSeconds "Tolerance" else 300
     list allowedIps "Allowed addresses" advanced
       text "" required
     group cors "Calls from pages" advanced
       list cors.origins "Origins" required
         text "" required
     number maxBodyBytes "Largest body (bytes)" advanced
     number callsPerMinute "Calls per minute" advanced
     # api_trigger
     # manual
     # chat
     # schedule
     union "Config" required
       = At times (cron)
         cron cron "Cron" required
         timezone timezone "Time zone" else "UTC"
       = At an interval
         duration in s everySeconds "Every" required
     choice of Run once|Skip to the next missed "Missed times" advanced, else "once"
     # api
     request url "URL" required
       choice of GET|POST|PUT|DELETE|PATCH method "Method" else "GET"
       text url "URL" required
     pairs in a map pathParams "Path parameters" else {}
       json any, first as text "" required
     pairs in a list query "Query parameters" else []
       json any, first as text value "Value" required
     pairs in a list headers "Headers" else []
       json any, first as text value "Value" required
     json any body "Body"
     choice of JSON|Form|Multipart form|Text bodyType "Body is sent as"
     duration in ms timeoutMs "Timeout" advanced, else 30000
     duration in ms idleTimeoutMs "Idle timeout" advanced
     duration in ms totalTimeoutMs "Total timeout" advanced, else 300000
     group retry "Retry" advanced, else {}
       number retry.maxRetries "Retries" else 3
       duration in ms retry.initialDelayMs "First pause" else 500
       duration in ms retry.maxDelayMs "Longest pause" else 30000
     choice of End the execution|Go on onError "After a failure" advanced
     # agent
     text model "Model" required
     choice of OpenAI|Anthropic|Google|OpenAI-compatible provider "Provider"
     text baseUrl "Base URL"
     secret apiKey "API key"
     long text systemPrompt "System prompt"
     long json any, first as text userPrompt "User prompt"
     list messages "Messages" else []
       group "" required
         choice of System|User|Assistant role "Role" required
         long json any, first as text content "Content" required
     number temperature "Temperature" advanced
     number maxTokens "Max tokens" advanced
     json object outputSchema "Output schema"
     list tools "Tools" else []
       group "" required
         block-name block "Block" required
         long text description "Description" required
         json object parameters "Parameters" else {"type":"object","properties":{}}
     number maxRounds "Max rounds" advanced, else 10
     group prices "Prices ($ per million tokens)" advanced
       number prices.input "Input" required
       number prices.output "Output" required
     duration in ms timeoutMs "Timeout" advanced, else 120000
     duration in ms totalTimeoutMs "Total timeout" advanced, else 600000
     group retry "Retry" advanced, else {}
       number retry.maxRetries "Retries" else 3
       duration in ms retry.initialDelayMs "First pause" else 1000
       duration in ms retry.maxDelayMs "Longest pause" else 30000
     choice of End the execution|Go on onError "After a failure" advanced
     # condition
     list conditions "Conditions" required
       group "" required
         fixed text port "Port" required
         expression expression "Expression"
     choice of End the execution|Go on onError "After a failure" advanced
     # router
     union "Config" required
       = By a value
         json any, first as text value "Value" required
         list routes "Routes" required
           group "" required
             fixed text port "Port" required
             json any, first as text equals "Equals" required
       = By expressions
         list routes "Routes" required
           group "" required
             fixed text port "Port" required
             expression expression "Expression" required
     fixed text otherwise "Otherwise"
     choice of End the execution|Go on onError "After a failure" advanced
     # function
     code code "Code" required
     duration in ms timeoutMs "Timeout" advanced, else 5000
     number memoryMb "Memory (MiB)" advanced, else 64
     choice of End the execution|Go on onError "After a failure" advanced
     # variables
     pairs in a map values "Values" required
       json any, first as text "" required
     choice of End the execution|Go on onError "After a failure" advanced
     # loop
     union "Config" required
       = A number of times
         number count "Times" required, or reference
       = For each item of a list
         list items "Items" required, or reference
           json any, first as text "" required
       = While a condition is true
         expression condition "Condition" required
         number maxIterations "Most iterations" else 100
     boolean failFast "Stop at the first failure" else true
     choice of End the execution|Go on onError "After a failure" advanced
     # parallel
     union "Config" required
       = For each item of a list
         list items "Items" required, or reference
           json any, first as text "" required
       = A number of times
         number count "Times" required, or reference
     number concurrency "Concurrency" else 10
     boolean failFast "Stop at the first failure" else true
     choice of End the execution|Go on onError "After a failure" advanced
     # workflow
     workflow workflowId "Workflow" required
     json any input "Input"
     choice of End the execution|Go on onError "After a failure" advanced
     # wait
     union "Config" required
       = For a duration
         duration in ms durationMs "Duration" required, or reference
       = Until a time
         text until "Until" required
     choice of End the execution|Go on onError "After a failure" advanced
     # approval
     duration in ms expiresInMs "Expires in" else 604800000
     long text message "Message"
     choice of End the execution|Go on onError "After a failure" advanced
     # response
     number status "Status" or reference, else 200
     pairs in a list headers "Headers" else []
       text value "Value" required
     json any body "Body"
     choice of File bodyType "Body is sent as"
     choice of End the execution|Go on onError "After a failure" advanced
     # note
     long text text "Text" else ""
     "
    `);
  });

  it('gives the same fields each time, and leaves the schema as it is', () => {
    for (const schema of Object.values(blockSchemas)) {
      const before = structuredClone(schema);
      expect(fieldsOf(schema)).toEqual(fieldsOf(before));
      expect(schema).toEqual(before);
    }
  });

  it('makes a field for any JSON of a schema that it does not know', () => {
    const schema = { type: 'object', properties: { odd: { not: {} } } };
    expect(fieldsOf(schema).map(({ kind }) => kind)).toEqual(['json']);
  });
});
