import { durationText } from '../../core/format/format.js';
import { indented } from '../../core/json/exact-json.js';
import { paths } from '../../core/paths/paths.js';
import { lookOf } from '../../core/status/status.js';
import type { Ended } from '../../data/workflow.queries.js';
import { runText as words } from '../../text/run.js';
import { AppLink } from '../../ui/app-link.js';
import { CodeBlock } from '../../ui/code-block.js';
import { Notice } from '../../ui/notice.js';

/** What a drawer shows at once. */
const mostCharacters = 16_384;

const tones: Readonly<Record<string, 'success' | 'error'>> = { success: 'success', error: 'error' };

export function RunAnswer({ workspaceId, answer }: { workspaceId: string; answer: Ended }) {
  const { executionId, status, output, totalDurationMs } = answer;
  const text = indented(output);
  const isCut = text.length > mostCharacters;
  return (
    <>
      <Notice
        tone={tones[status] ?? 'waiting'}
        title={words.ended(lookOf(status).word, durationText(totalDurationMs))}
        detail={isCut ? words.cut : undefined}
      >
        <AppLink href={paths.execution(workspaceId, executionId)}>{words.open}</AppLink>
      </Notice>
      <CodeBlock
        label={words.answer}
        language="json"
        isWrapped
        text={isCut ? text.slice(0, mostCharacters) : text}
      />
    </>
  );
}
