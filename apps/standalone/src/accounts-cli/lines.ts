/** Answers as lines for a terminal. Names and reasons, which people outside chose, are quoted. */
import type { AccountDetailView, AccountView, CreatedAccountView, MonthView } from '@apps/api';
import { quoted } from '../terminal/quoted.js';

const row = (label: string, value: string): string => `${label.padEnd(10)} ${value}`;

const stateOf = ({ suspension }: AccountView): string =>
  suspension === null
    ? 'in use'
    : `suspended since ${suspension.since}, reason ${quoted(suspension.reason)}`;

const valueOf = (limit: number | null): string => (limit === null ? 'none' : String(limit));

export const listLine = (account: AccountView): string =>
  [
    ...[account.id, account.plan.padEnd(10), account.suspension === null ? 'in use' : 'suspended'],
    ...[account.createdAt, quoted(account.name)],
  ].join('  ');

export function accountLines(account: AccountView): string[] {
  const own = Object.entries(account.ownLimits);
  return [
    row('account', `${account.id}  ${quoted(account.name)}`),
    row('plan', account.plan),
    row('state', stateOf(account)),
    row('created', account.createdAt),
    ...own.map(([name, limit]) => row('own limit', `${name}=${valueOf(limit)}`)),
  ];
}

/** Limits depend on FLOWLEDGER_… of the process, so the shell's count here. */
export function detailLines(account: AccountDetailView): string[] {
  const { limits, currentPeriodCost, storedBytes, workspaces, recentActions } = account;
  const inForce = Object.entries(limits).map(([name, limit]) => `${name}=${valueOf(limit)}`);
  return [
    ...accountLines(account),
    row('cost', `${currentPeriodCost} USD this month`),
    row('stored', `${storedBytes} bytes`),
    row('limits', `${inForce.join(' ')} (with the settings of this shell)`),
    ...workspaces.map(({ id, name }) => row('workspace', `${id}  ${quoted(name)}`)),
    ...recentActions.map(({ action, occurredAt, status, ip, userAgent }) =>
      row(
        'changed',
        `${occurredAt}  ${action}  ${status ?? 'no answer'}  ${quoted(userAgent ?? ip)}`,
      ),
    ),
  ];
}

export const createdLines = (account: CreatedAccountView): string[] => [
  ...accountLines(account),
  row('workspace', `${account.workspace.id}  ${quoted(account.workspace.name)}`),
  row('owner', `${account.owner.userId}  ${quoted(account.owner.email)}`),
  row('API key', `${account.apiKey.key ?? ''}  (shown only now)`),
];

export function monthLine({ periodStart, cost, executions, tokens }: MonthView): string {
  const counted =
    tokens === null
      ? 'executions and tokens not counted'
      : `${executions ?? 0} executions  ${tokens.total} tokens (${tokens.prompt} prompt, ${tokens.completion} completion)`;
  return `${periodStart.slice(0, 7)}  ${cost} USD  ${counted}`;
}
