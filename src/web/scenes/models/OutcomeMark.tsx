import type { AttemptReply } from '../../../server/routes/models/model-replies.ts';
import { StateMark } from '../../components/StateMark.tsx';
import type { StateKind } from '../../components/StateMark.tsx';
import { useTexts } from '../../texts/define-texts.ts';
import { replyTexts } from './reply-texts.ts';

/** What came of an attempt, with the kind of problem. */
export function OutcomeMark({ attempt }: { readonly attempt: AttemptReply }) {
  const texts = useTexts(replyTexts);
  const { outcome, code } = attempt;
  const other: StateKind = outcome === 'late' || outcome === 'unneeded' ? 'quiet' : 'warn';
  const kind: StateKind = outcome === 'accepted' ? 'good' : other;
  const detail = code === null || code === outcome ? null : (texts.kinds[code] ?? code);
  return (
    <StateMark kind={kind}>
      {texts.outcomes[outcome]}
      {detail === null ? null : `: ${detail}`}
    </StateMark>
  );
}
