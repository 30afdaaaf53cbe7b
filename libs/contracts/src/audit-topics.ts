/** Topics for actions taken through the management API. */
import { cloudEvents, repeats, type TopicWords } from './topic-description.js';
import { topics } from './topics.js';

export const auditTopics: readonly TopicWords[] = [
  {
    name: topics.auditEvents,
    audience: 'public',
    purpose: 'Who changed what, when and from where: every management action, and how it ended.',
    why: 'For teams that watch or keep what is done to workspaces; holds addresses of callers, so grant it with care.',
    key: 'workspaceId',
    ordering: 'In the order in which the actions were written down; an end follows its request.',
    guarantee: repeats('the header event-id'),
    records: ['ManagementActionRequested', 'ManagementActionEnded'],
    headers: cloudEvents,
  },
];
