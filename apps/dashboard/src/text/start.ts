export const startText = {
  title: 'Start',
  intro: 'Three steps: run the demo, see what was sent because of it, make your own workflow.',
  run: {
    title: '1. Run the demo',
    detail: 'It takes an order, calls an API, checks the answer and responds.',
    button: 'Run the demo',
    sameCall: 'The same call from a shell:',
    curlLabel: 'Line that runs the demo',
    curlLine: (url: string) =>
      `curl -sS -X POST '${url}' -H 'content-type: application/json' -d '{"id":"A-1","amount":42}'`,
    answered: (status: number) => `The workflow answered with status ${status}:`,
    answerLabel: 'Answer of the workflow',
    missing: 'There is no demo in this workspace',
    missingDetail: 'npm start makes one in the first workspace. Make your own workflow instead.',
  },
  sent: {
    title: '2. See what was sent',
    detail: 'When an execution ends, its subscribers get a signed webhook.',
    waitingForRun: 'Run the demo first.',
    waiting: 'Waiting for the webhook.',
    done: (url: string, status: number) =>
      `The webhook went to ${url}. The receiver checked its signature and answered ${status}.`,
    failed: (url: string, state: string) => `The webhook to ${url} is ${state}.`,
    signature: 'The header service-signature signs the time and the body with the secret.',
    seeExecutions: 'See the execution in the list',
  },
  own: {
    title: '3. Make your own',
    detail: 'Workflows are made through the API until the editor is here.',
    key: 'Generate an API key',
    docs: 'Read the API and its blocks',
  },
} as const;
