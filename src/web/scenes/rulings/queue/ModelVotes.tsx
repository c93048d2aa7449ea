import type { ModelVotesReply } from '../../../../server/routes/rulings/rulings.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { RecordedChoice } from './RecordedChoice.tsx';
import { adjudicateTexts } from './texts.ts';

/** Whether those who rule see what models answered. Leads decide it, with a reason. */
export function ModelVotes({ project }: { readonly project: string }) {
  const texts = useTexts(adjudicateTexts);
  return (
    <RecordedChoice<ModelVotesReply>
      project={project}
      choice="model-votes"
      isOn={({ shown }) => shown}
      body={(shown) => ({ shown })}
      texts={{
        title: texts.models,
        on: texts.modelsShown,
        off: texts.modelsHidden,
        turnOn: texts.modelsShow,
        turnOff: texts.modelsHide,
        why: texts.modelsWhy,
      }}
    />
  );
}
