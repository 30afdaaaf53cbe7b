/**
 * Part of the block reference that no schema has: with which codes a block fails, and an example of
 * its configuration. libs/blocks/src/block-guide.spec.ts compares both with the code.
 */

const unreachable = {
  INVALID_URL: 'the URL is not one, or has no scheme that is allowed',
  EGRESS_DENIED: 'the service may not call this address',
  SECRET_HOST_DENIED: 'a secret may not be sent to this host',
  DNS_FAILED: 'the host has no address',
  CONNECTION_REFUSED: 'nothing listens there',
  CONNECT_TIMEOUT: 'no connection came about in time',
  CONNECTION_RESET: 'the connection broke before the answer was complete',
  TLS_FAILED: 'the certificate is not trusted or does not match',
  TIMEOUT: 'the answer did not arrive in time',
  IDLE_TIMEOUT: 'the answer stopped arriving',
  PROTOCOL_ERROR: 'the answer is not HTTP',
  RESPONSE_TOO_LARGE: 'the answer is larger than the limit',
  ABORTED: 'the execution ended first',
  UNKNOWN: 'another reason; the message has it',
};

const code = {
  FUNCTION_FAILED: 'the code threw an error; the message has it',
  FUNCTION_TIMEOUT: 'the code exceeded its time limit',
  FUNCTION_OUT_OF_MEMORY: 'the code exceeded its memory limit',
  OUTPUT_TOO_LARGE: 'the result is larger than the limit',
};

const iterations = {
  INVALID_ITERATIONS: '`items` is no list, `count` no number, or there are too many iterations',
};

export const blockGuide = {
  webhook: {
    errors: {},
    example: { path: 'orders', auth: { type: 'bearer', secret: '{{ORDERS_TOKEN}}' } },
  },
  api_trigger: { errors: {}, example: null },
  manual: { errors: {}, example: null },
  chat: { errors: {}, example: null },
  schedule: { errors: {}, example: { cron: '0 6 * * 1-5', timezone: 'Europe/Berlin' } },
  api: {
    errors: {
      MISSING_PATH_PARAM: 'a `:name` in the URL has no value',
      INVALID_PATH_PARAM: 'the value of a `:name` would change the path',
      INVALID_HEADER: 'a header has a name or a value that HTTP refuses',
      INVALID_BODY: 'the body cannot be written in its content type',
      ...unreachable,
      HTTP_STATUS: 'the status is 400 or more; without an `error` edge the execution goes on',
      RESPONSE_TOO_COMPLEX: 'the JSON of the answer has too many values',
      UNKNOWN_CHARSET: 'the answer names a charset that is not known',
    },
    example: {
      method: 'POST',
      url: 'https://shop.example/orders/:id',
      pathParams: { id: '<webhook.body.id>' },
      headers: [{ key: 'Authorization', value: 'Bearer {{SHOP_KEY}}' }],
      body: { status: 'paid' },
    },
  },
  agent: {
    errors: {
      INVALID_PROMPT: 'both prompts are empty or null',
      CONTEXT_OVERFLOW: 'the prompt is too long for the model',
      MODEL_UNAUTHORIZED: 'the provider refused the key',
      MODEL_RATE_LIMITED: 'the provider has answered 429 to every try',
      MODEL_OUTPUT_INVALID: 'the answer does not match `outputSchema`',
      MODEL_FAILED: 'the provider refused the request or answered with an error',
      TOO_MANY_ROUNDS: 'the model still wanted tools after `maxRounds`',
      TOO_MANY_TOOL_CALLS: 'the model asked for more than 500 tool calls',
      CONVERSATION_TOO_LARGE:
        'prompt, answers and tool results have more than 4,000,000 characters',
      RESPONSE_TOO_COMPLEX: 'an answer of the model has more than 200,000 JSON values',
      ...unreachable,
    },
    example: {
      model: 'gpt-5-mini',
      apiKey: '{{OPENAI_KEY}}',
      systemPrompt: 'Summarize the order in one sentence.',
      userPrompt: '<webhook.body>',
    },
  },
  condition: {
    errors: code,
    example: { conditions: [{ expression: '<api.status> === 200', port: 'ok' }] },
  },
  router: {
    errors: code,
    example: {
      value: '<webhook.body.country>',
      routes: [{ equals: ['DE', 'AT'], port: 'local' }],
      otherwise: 'abroad',
    },
  },
  function: {
    errors: code,
    example: { code: 'return <api.data>.items.filter((item) => item.price > 100)' },
  },
  variables: { errors: {}, example: { values: { total: '<sum.result>' } } },
  response: {
    errors: {
      INVALID_STATUS: 'the status is not a whole number from 200 to 599',
      INVALID_HEADER: 'a header has a value that HTTP refuses',
      INVALID_BODY: 'the body cannot be written in its content type',
    },
    example: { status: 200, body: { status: 'success', summary: '<agent.content>' } },
  },
  wait: {
    errors: {
      INVALID_WAIT: 'the duration or the time cannot be read',
      WAIT_TOO_LONG: 'a wait lasts 30 days at most',
    },
    example: { durationMs: 60_000 },
  },
  approval: {
    errors: { APPROVAL_EXPIRED: 'nobody answered in time' },
    example: { expiresInMs: 86_400_000, message: 'Ship the order?' },
  },
  loop: { errors: iterations, example: { type: 'forEach', items: '<webhook.body.orders>' } },
  parallel: { errors: iterations, example: { items: '<webhook.body.orders>', concurrency: 5 } },
  workflow: {
    errors: {
      CHILD_FAILED: 'the other workflow failed without a code; otherwise its own code',
      WORKFLOW_NOT_DEPLOYED: 'the other workflow is not deployed',
      CHILD_TOO_DEEP: 'workflows run each other at most 10 deep',
      FAMILY_TOO_LARGE: 'the first execution has started as many others as the plan allows',
      USAGE_EXCEEDED: 'the account has used up its month',
      STORAGE_EXCEEDED: 'the executions of the account keep as much as the plan allows',
    },
    example: {
      workflowId: '6f1f2f9e-2b1c-4a3e-9d62-111111111111',
      input: { id: '<webhook.body.id>' },
    },
  },
  note: { errors: {}, example: { text: 'Orders above 10,000 go to a person.' } },
};

/** Every block that runs can fail with these. */
export const commonErrors = {
  UNKNOWN_SECRET: 'the workspace has no secret of this name',
  FORBIDDEN_CHARACTER: 'the output has U+0000 or half of a surrogate pair, which are not recorded',
  SECRET_IN_OUTPUT: 'the result contains a secret, and secrets are not recorded',
  OUTPUT_TOO_LARGE: 'the output, or a value on the way to it, is larger than the limit',
  STATE_TOO_LARGE: 'the outputs of the execution together are larger than the limit',
  CAPACITY_EXCEEDED: 'the runner holds too much; the execution ends',
  PARKED_QUOTA_EXCEEDED: 'the account has as many waiting executions as its plan allows',
  BLOCK_CRASHED: 'a fault of ours; the message has the cause',
};
