import type { ReactNode } from 'react';
import type { TraceProps } from '../trace/trace-props.js';
import { TraceTab } from '../trace/trace-tab.js';
import { DeliveriesTab } from './deliveries-tab.js';
import { EventsTab } from './events-tab.js';
import { JsonTab } from './json-tab.js';
import { OutputTab } from './output-tab.js';

export function TabContent(props: TraceProps): ReactNode {
  const { execution, deliveries, nowMs, search } = props;
  switch (search.tab) {
    case null:
      return <TraceTab {...props} />;
    case 'output':
      return <OutputTab execution={execution} />;
    case 'events':
      return (
        <EventsTab
          execution={execution}
          onChoose={(spanId) => props.change({ tab: null, span: spanId })}
        />
      );
    case 'deliveries':
      return <DeliveriesTab execution={execution} deliveries={deliveries} nowMs={nowMs} />;
    case 'json':
      return <JsonTab execution={execution} />;
  }
}
