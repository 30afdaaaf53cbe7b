/** Sends again what a receiver missed: counted first, then sent at a rate that it can bear. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { countText } from '../../core/format/format.js';
import {
  cancelRecovery,
  getRecovery,
  type Recovery,
  recoverSince,
  type Subscription,
} from '../../data/webhooks.queries.js';
import { useLive } from '../../data/live/live-feed.js';
import { failureText } from '../../parts/failure/failure-notice.js';
import { webhooksText as words } from '../../text/webhooks.js';
import { Button } from '../../ui/button.js';
import { Checkbox } from '../../ui/checkbox.js';
import { Drawer } from '../../ui/drawer.js';
import { Notice } from '../../ui/notice.js';
import { NumberField } from '../../ui/number-field.js';
import { TextField } from '../../ui/text-field.js';

export interface RecoverDrawerProps {
  workspaceId: string;
  subscription: Subscription;
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

export function RecoverDrawer({ workspaceId, subscription, onClose }: RecoverDrawerProps) {
  const [since, setSince] = useState(() => localText(startOfDay()));
  const [states, setStates] = useState<readonly State[]>(['failed', 'exhausted', 'suppressed']);
  const [perSecond, setPerSecond] = useState(defaultPerSecond);
  const sinceMs = Date.parse(since);
  const recovery = (): Recovery => ({
    since: new Date(sinceMs).toISOString(),
    states: [...states],
    perSecond,
  });
  const count = useMutation({
    mutationFn: () => recoverSince(workspaceId, subscription.id, recovery(), true),
  });
  const start = useMutation({
    mutationFn: () => recoverSince(workspaceId, subscription.id, recovery(), false),
  });
  const problem = Number.isNaN(sinceMs)
    ? words.needsTime
    : states.length === 0
      ? words.needsStates
      : null;
  const matching = count.data?.data.matching ?? null;
  const change = (act: () => void): void => {
    act();
    count.reset();
  };
  const error = start.error ?? count.error;
  const startedId = start.data?.data.id;
  return (
    <Drawer
      title={words.recoverTitle(subscription.url)}
      isOpen
      onClose={onClose}
      footer={
        startedId !== undefined ? null : matching === null ? (
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
            {words.sendAgain(matching)}
          </Button>
        )
      }
    >
      {error !== null && <Notice tone="error" title={failureText(error)} />}
      {startedId !== undefined ? (
        <Progress workspaceId={workspaceId} recoveryId={startedId} />
      ) : (
        <>
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
          {!subscription.active && <Notice title={words.whileOff} />}
        </>
      )}
    </Drawer>
  );
}

function Progress({ workspaceId, recoveryId }: { workspaceId: string; recoveryId: string }) {
  const recovery = useQuery(getRecovery(workspaceId, recoveryId));
  useLive((message) => {
    if (message.kind === 'deliveries') void recovery.refetch();
  });
  const stop = useMutation({
    mutationFn: () => cancelRecovery(workspaceId, recoveryId),
    onSuccess: () => void recovery.refetch(),
  });
  const data = recovery.data?.data;
  if (data === undefined) return null;
  const { state, redelivered, matching } = data;
  return (
    <Notice
      tone={state === 'finished' ? 'success' : 'waiting'}
      title={words.progress[state](countText(redelivered), countText(matching))}
    >
      {state === 'running' && (
        <Button isPending={stop.isPending} onPress={() => stop.mutate()}>
          {words.stop}
        </Button>
      )}
    </Notice>
  );
}
