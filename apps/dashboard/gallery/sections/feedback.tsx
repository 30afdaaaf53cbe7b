import { ApiRefusal } from '@libs/client';
import { FailureNotice } from '../../src/parts/failure/failure-notice.js';
import { Banner } from '../../src/ui/banner.js';
import { Button } from '../../src/ui/button.js';
import { CodeBlock } from '../../src/ui/code-block.js';
import { EmptyState } from '../../src/ui/empty-state.js';
import { ListTree, WifiOff } from '../../src/ui/icon.js';
import { Notice } from '../../src/ui/notice.js';
import { Skeleton } from '../../src/ui/skeleton.js';
import { Section } from '../section.js';

const statuses = [400, 401, 403, 404, 409, 429, 500] as const;
const refusal = (status: number): ApiRefusal =>
  new ApiRefusal(status, { error: 'Why it was refused', code: 'INTERNAL', requestId: 'r-1' }, 7);

export function Notices() {
  return (
    <Section title={'Error: what failed, never "no results"'}>
      <Notice
        tone="error"
        title="The list could not be loaded"
        detail="The API answered 502. Request req_7Hq2. What you saw last is kept below."
      >
        <Button>Try again</Button>
      </Notice>
      <Notice tone="waiting" title="Dry run: 11 can, 1 can't" detail="SO-20397 was cancelled." />
      <Notice tone="success" title="Verified" detail="The receiver computed the same signature." />
      <Notice title="Masked values are shown as ***" />
      <FailureNotice error={new TypeError('Failed to fetch')} onRetry={() => undefined} />
      {statuses.map((status) => (
        <FailureNotice key={status} error={refusal(status)} />
      ))}
    </Section>
  );
}

export function Banners() {
  return (
    <Section title="Banners">
      <Banner
        icon={WifiOff}
        text="Offline. What you see is 3 min old; your two edits are kept and sent when the line is back."
      >
        <Button>Try now</Button>
      </Banner>
      <Banner tone="error" icon={WifiOff} text="Not saved. Your change is kept in this browser.">
        <Button>Save again</Button>
      </Banner>
      <Banner tone="quiet" icon={ListTree} text="You see version 11, which ran then." />
    </Section>
  );
}

export function Empty() {
  return (
    <Section title="Empty: one sentence, one button, one curl">
      <EmptyState
        icon={ListTree}
        title="Nothing has run here yet"
        detail="Executions appear the moment one starts."
      >
        <Button tone="primary">Run the demo</Button>
        <CodeBlock
          label="The same call"
          text="curl -X POST localhost:3000/api/webhooks/trigger/…/demo-order"
        />
      </EmptyState>
    </Section>
  );
}

export function Skeletons() {
  return (
    <Section title="Skeleton, after 150 ms, in the real layout">
      <Skeleton label="Loading" rows={5} columns="92px 1fr 1.6fr 64px" />
    </Section>
  );
}
