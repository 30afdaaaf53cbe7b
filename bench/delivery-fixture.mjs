/** What is delivered: an event of 1 KiB, signed. */
export const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

export const body = Buffer.from(
  JSON.stringify({
    id: 'evt_01',
    type: 'workflow.execution.completed',
    data: { workflowId: 'w', status: 'success', finalOutput: { pad: 'x'.repeat(850) } },
  }),
);
