import type { OwnRulingsReply } from '../../../../server/routes/rulings/rulings.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { RecordedChoice } from './RecordedChoice.tsx';
import { adjudicateTexts } from './texts.ts';

/** Whether people may rule on what they judged themselves. Leads decide it, with a reason. */
export function OwnRulings({ project }: { readonly project: string }) {
  const texts = useTexts(adjudicateTexts);
  return (
    <RecordedChoice<OwnRulingsReply>
      project={project}
      choice="own-rulings"
      isOn={({ allowed }) => allowed}
      body={(allowed) => ({ allowed })}
      texts={{
        title: texts.own,
        on: texts.ownAllowed,
        off: texts.ownForbidden,
        turnOn: texts.ownAllow,
        turnOff: texts.ownForbid,
        why: texts.ownWhy,
      }}
    />
  );
}
