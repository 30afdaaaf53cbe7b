/**
 * Why does the receiver get nothing, and send it what it missed since 02:00. At night it answered
 * 410 Gone and was switched off; more executions ended since. It is mended now.
 */
import { openReceiver } from '../../../apps/dashboard/journeys/support/receiver.ts';
import { eventually } from '../../../test/support/eventually.ts';

export const title = 'Why a receiver gets nothing, and what it missed since 02:00';
export const bar = 8;

const missed = 4;
const deliveriesIn = async (api, state) => {
  const { data } = await api('GET', `/deliveries?state=${state}&limit=50`);
  return data.length;
};

export async function prepare({ api, url }) {
  const receiver = await openReceiver('/orders');
  const { data: workflow } = await api('POST', '/workflows', {
    name: 'Order intake',
    definition: {
      blocks: [
        { id: 'hook', type: 'webhook', name: 'Webhook', config: { path: 'o', methods: ['GET'] } },
        { id: 'answer', type: 'response', name: 'Answer', config: { body: { ok: true } } },
      ],
      edges: [{ from: 'hook', to: 'answer' }],
    },
  });
  await api('POST', `/workflows/${workflow.id}/deploy`);
  await api('POST', '/subscriptions', { url: receiver.url, generateSecret: true });
  const trigger = () => fetch(new URL(new URL(workflow.triggerUrl).pathname, url));
  receiver.answerWith(410);
  await trigger();
  await eventually('the receiver is switched off', async () => {
    const { data } = await api('GET', '/subscriptions');
    return data[0]?.active === false;
  });
  for (let order = 1; order < missed; order += 1) await trigger();
  await eventually('its deliveries are kept', async () => {
    return (await deliveriesIn(api, 'suppressed')) === missed - 1;
  });
  receiver.answerWith(200);
  return { api, close: () => receiver.close() };
}

/** The last 02:00, as the field takes it. */
function lastTwoOClock() {
  const at = new Date();
  if (at.getHours() < 2) at.setDate(at.getDate() - 1);
  const two = (number) => String(number).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T02:00`;
}

export async function walk(person) {
  await person.click('link', 'Webhooks');
  const why = await person.reads(/^Off since/);
  if (!why.includes('410 Gone')) throw new Error(`The page does not say why: ${why}`);
  await person.click('button', 'Recover since');
  await person.fill('Since', lastTwoOClock());
  await person.click('button', 'Count, send nothing');
  await person.reads(`Dry run: ${missed} would be sent again`);
  await person.click('button', `Switch on, send ${missed} deliveries again`);
  await person.reads(`${missed} were sent again`);
}

export const check = ({ api }) =>
  eventually(
    'the receiver has them',
    async () => (await deliveriesIn(api, 'succeeded')) === missed,
  );
