import type { Task } from '../../../../domain/protocol/task.ts';
import type { CaseReply } from '../../../../server/routes/rulings/rulings.ts';
import type { BoundAction } from '../../../actions/action.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { AnswerChanges } from './RulingParts.tsx';
import { caseTexts } from './texts.ts';

interface SuggestionProps {
  readonly suggestion: CaseReply['suggestion'];
  readonly task: Task;
  readonly action: BoundAction;
}

/** What would make the votes consistent, with the constraint that asks for it. */
export function Suggestion({ suggestion, task, action }: SuggestionProps) {
  const texts = useTexts(caseTexts);
  if (suggestion === null || suggestion.changes.length === 0) return null;
  const take = (
    <ActionButton action={action} size="compact-sm">
      {texts.take}
    </ActionButton>
  );
  return (
    <Notice kind="info" title={texts.suggestion} actions={take}>
      <AnswerChanges task={task} changes={suggestion.changes} />
    </Notice>
  );
}
