/** The delivered event: a 1 KiB body and the secret that signs it. */
export const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

export const body = Buffer.from(
  JSON.stringify({
    id: 'evt_01',
    type: 'workflow.execution.completed',
    data: { workflowId: 'w', status: 'success', finalOutput: { pad: 'x'.repeat(850) } },
  }),
);
