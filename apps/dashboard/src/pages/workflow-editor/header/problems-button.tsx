/** How many problems the draft has. It opens their list; each leads to its field. */
import { editorBarText } from '../../../text/editor-bar.js';
import { Check, TriangleAlert } from '../../../ui/icon.js';
import { Menu } from '../../../ui/menu.js';
import type { ListedProblem } from '../model/problem-list.js';
import { BarButton } from '../../../ui/bar-button.js';
import { useProblems } from './use-problems.js';

const { problems: words } = editorBarText;

const sentence = (message: string): string => message.charAt(0).toUpperCase() + message.slice(1);

const itemOf = ({ id, message, severity }: ListedProblem) => ({
  ...{ id, label: sentence(message), icon: TriangleAlert },
  detail: severity === 'problem' ? words.stops : words.warning,
  tone: severity === 'problem' ? ('danger' as const) : ('default' as const),
});

export function ProblemsButton() {
  const { groups, all, show } = useProblems();
  const stopping = all.filter(({ severity }) => severity === 'problem').length;
  const label = words.label(stopping, all.length - stopping);
  return (
    <Menu
      label={label}
      trigger={
        <BarButton
          tone={stopping > 0 ? 'danger' : 'ghost'}
          icon={all.length === 0 ? Check : TriangleAlert}
          label={label}
          word={label}
          count={stopping > 0 ? stopping : all.length}
        />
      }
      items={groups.map(({ name, problems }) => ({
        title: name ?? words.workflow,
        items: problems.map(itemOf),
      }))}
      emptyText={words.none}
      onChoose={(id) => {
        const problem = all.find((one) => one.id === id);
        if (problem !== undefined) show(problem);
      }}
    />
  );
}
