import { Notice } from '../../ui/notice.js';

export interface ImportProblemsProps {
  title: string;
  problems: readonly Readonly<Record<string, unknown>>[];
  /** A draft may have problems. */
  tone?: 'error' | 'waiting';
}

const most = 20;

function messageOf({ message }: Readonly<Record<string, unknown>>): string {
  return typeof message === 'string' ? message : '';
}

export function ImportProblems({ title, problems, tone = 'error' }: ImportProblemsProps) {
  if (problems.length === 0) return null;
  return (
    <Notice
      tone={tone}
      title={title}
      detail={problems.slice(0, most).map((problem, index) => (
        <p key={index}>{messageOf(problem)}</p>
      ))}
    />
  );
}
