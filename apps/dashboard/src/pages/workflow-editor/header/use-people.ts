/** Says that this page is here, and hears who else is. The outside system is the server. */
import { useEffect, useState } from 'react';
import { call, started } from '../../../data/ask.js';
import { useLive } from '../../../data/live/live-feed.js';
import { useSession } from '../../../data/use-session.js';
import { useNow } from '../../../parts/time/use-now.js';
import { type Person, stillHere, withTold } from '../model/people-here.js';
import { useEditorOf } from '../store/editor-context.js';

const everyMs = 20_000;

export function usePeople(): readonly Person[] {
  const { workspaceId, workflowId } = useEditorOf();
  const { userId } = useSession();
  const [people, setPeople] = useState<readonly Person[]>([]);
  const nowMs = useNow(5_000, people.length > 0);
  useLive((message, atMs) => {
    if (message.kind === 'presence')
      setPeople((before) => withTold(before, message.people, workflowId, atMs));
  });
  useEffect(() => {
    const say = (isHere: boolean): void =>
      started(call(workspaceId, 'notePresence', { path: { id: workflowId }, body: { isHere } }));
    const look = (): void => say(document.visibilityState === 'visible');
    look();
    const timer = setInterval(() => document.visibilityState === 'visible' && say(true), everyMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      say(false);
    };
  }, [workspaceId, workflowId]);
  // A page that a key has opened does not know the key's id; keys have no names here.
  const isMe = ({ personId, name }: Person): boolean =>
    userId === null ? name === '' : personId === userId;
  return stillHere(people, nowMs).filter((person) => !isMe(person));
}
