/** Sends again what a receiver missed: counted first, then sent at a rate that it can bear. */
import { useState } from 'react';
import { countText } from '../../core/format/format.js';
import type { Recovery, Subscription } from '../../data/webhooks.queries.js';
import { failureText } from '../../parts/failure/failure-notice.js';
import { webhooksText as words } from '../../text/webhooks.js';
import { Button } from '../../ui/button.js';
import { Checkbox } from '../../ui/checkbox.js';
import { Drawer } from '../../ui/drawer.js';
import { Notice } from '../../ui/notice.js';
import { NumberField } from '../../ui/number-field.js';
import { TextField } from '../../ui/text-field.js';
import { RecoveryProgress } from './recovery-progress.js';
import { useRecovery } from './use-recovery.js';

export interface RecoverDrawerProps {
  workspaceId: string;
  subscription: Subscription;
  host: string;
  /** All subscriptions of the same receiver, this one too. */
  ofReceiver: readonly Subscription[];
  onClose: () => void;
}

const recoverable = ['failed', 'exhausted', 'suppressed', 'succeeded'] as const;
type State = (typeof recoverable)[number];
const defaultPerSecond = 10;

/** As `datetime-local` has it: the person's own zone, without seconds. */
function localText(ms: number): string {
  const offsetMs = new Date(ms).getTimezoneOffset() * 60_000;
  return new Date(ms - offsetMs).toISOString().slice(0, 16);
}
const startOfDay = (): number => new Date().setHours(0, 0, 0, 0);

export function RecoverDrawer({ workspaceId, subscription, ...props }: RecoverDrawerProps) {
  const { host, ofReceiver, onClose } = props;
  const [ids, setIds] = useState<readonly string[]>([subscription.id]);
  const [since, setSince] = useState(() => localText(startOfDay()));
  const [states, setStates] = useState<readonly State[]>(['failed', 'exhausted', 'suppressed']);
  const [perSecond, setPerSecond] = useState(defaultPerSecond);
  const sinceMs = Date.parse(since);
  const recovery = (): Recovery => ({
    since: new Date(sinceMs).toISOString(),
    states: [...states],
    perSecond,
  });
  const chosen = ofReceiver.filter(({ id }) => ids.includes(id));
  const { count, start, started } = useRecovery(workspaceId, chosen, recovery);
  const problem = Number.isNaN(sinceMs)
    ? words.needsTime
    : states.length === 0
      ? words.needsStates
      : chosen.length === 0
        ? words.needsSubscriptions
        : null;
  const matching = count.data ?? null;
  const isOff = chosen.some(({ active }) => !active);
  const change = (act: () => void): void => {
    act();
    count.reset();
  };
  const error = start.error ?? count.error;
  const hasStarted = started.length > 0 && !start.isError;
  return (
    <Drawer
      title={words.recoverTitle(ofReceiver.length > 1 ? host : subscription.url)}
      isOpen
      onClose={onClose}
      footer={
        hasStarted ? (
          <Button size="large" onPress={onClose}>
            {words.done}
          </Button>
        ) : matching === null ? (
          <Button
            size="large"
            tone="primary"
            isPending={count.isPending}
            disabledReason={problem}
            onPress={() => count.mutate()}
          >
            {words.count}
          </Button>
        ) : (
          <Button
            size="large"
            tone="primary"
            isPending={start.isPending}
            disabledReason={matching === 0 ? words.nothingToSend : null}
            onPress={() => start.mutate()}
          >
            {isOff ? words.switchOnAndSend(matching) : words.sendAgain(matching)}
          </Button>
        )
      }
    >
      {error !== null && <Notice tone="error" title={failureText(error)} />}
      {started.map(({ id, url }) => (
        <RecoveryProgress
          key={id}
          workspaceId={workspaceId}
          recoveryId={id}
          receiver={ofReceiver.length > 1 ? url : null}
        />
      ))}
      {!hasStarted && (
        <>
          {ofReceiver.length > 1 && (
            <div role="group" aria-label={words.recoverWhich(host)}>
              {ofReceiver.map(({ id, url }) => (
                <Checkbox
                  key={id}
                  isSelected={ids.includes(id)}
                  onChange={(isOn) =>
                    change(() => setIds(isOn ? [...ids, id] : ids.filter((one) => one !== id)))
                  }
                >
                  {url}
                </Checkbox>
              ))}
            </div>
          )}
          <TextField
            label={words.sinceTime}
            type="datetime-local"
            value={since}
            onChange={(text) => change(() => setSince(text))}
          />
          <div role="group" aria-label={words.which}>
            {recoverable.map((state) => (
              <Checkbox
                key={state}
                isSelected={states.includes(state)}
                onChange={(isOn) =>
                  change(() =>
                    setStates(
                      recoverable.filter((one) => (one === state ? isOn : states.includes(one))),
                    ),
                  )
                }
              >
                {words.recoverable[state]}
              </Checkbox>
            ))}
          </div>
          <NumberField
            label={words.rate}
            hint={words.rateHint}
            value={perSecond}
            minValue={1}
            maxValue={1_000}
            onChange={(value) => change(() => setPerSecond(value))}
          />
          {matching !== null && (
            <Notice
              tone={matching === 0 ? 'quiet' : 'waiting'}
              title={words.dryRun(countText(matching))}
              detail={matching === 0 ? undefined : words.takes(Math.ceil(matching / perSecond))}
            />
          )}
          {isOff && <Notice title={words.whileOff} />}
        </>
      )}
    </Drawer>
  );
}
