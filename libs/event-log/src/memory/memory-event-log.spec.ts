import { describeEventLogContract } from '../testing/event-log-contract.js';
import { createMemoryEventLog } from './memory-event-log.js';

describeEventLogContract('the event log in memory', createMemoryEventLog);
