import type { PolicyReply, VerdictReply } from '../../../../server/routes/verdicts/verdicts.ts';
import { Sheet } from '../../../components/Section.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { pointsWords } from '../list/points-words.ts';
import { VerdictMark } from '../list/VerdictMark.tsx';
import { verdictTexts } from './texts.ts';
import styles from './verdict.module.css';

/** The verdict in a sentence, and how much is known of the subject. */
export function VerdictSentence({
  data,
  policy,
}: Readonly<{ data: VerdictReply; policy: PolicyReply }>) {
  const texts = useTexts(verdictTexts);
  const format = useFormat();
  const { evidence, k } = data.verdict;
  return (
    <div className={styles.outset}>
      <Sheet>
        <p className={styles.sentence}>
          <VerdictMark verdict={data.verdict.verdict} verdicts={policy.verdicts} />{' '}
          <span>{useSentence(data)}</span>
        </p>
        <p className={styles.soft}>
          {texts.evidence(
            format.count(evidence.units),
            format.count(k),
            format.count(evidence.judged),
            format.count(evidence.open.length),
            format.count(evidence.missing.length),
            format.count(evidence.excluded),
          )}
        </p>
      </Sheet>
    </div>
  );
}

function useSentence({ verdict, rules, fallback }: VerdictReply): string {
  const texts = useTexts(verdictTexts).sentence;
  const format = useFormat();
  const { reason } = verdict;
  if (reason.kind === 'insufficient') return texts.insufficient;
  if (reason.kind === 'ladder') {
    const applied = rules?.find((rule) => rule.holds);
    if (applied === undefined) return texts.noRule(fallback.verdict);
    return texts.rule(
      applied.label,
      format.list(
        applied.conditions.filter((one) => one.holds).map((one) => one.text ?? one.condition),
      ),
    );
  }
  const score = pointsWords(format, reason.score);
  const { threshold } = reason;
  if (threshold === null)
    return texts.noThreshold(score, reason.incidents.length, fallback.verdict);
  if (threshold.min !== null)
    return texts.least(score, reason.incidents.length, pointsWords(format, threshold.min));
  return texts.most(score, reason.incidents.length, pointsWords(format, threshold.max ?? 0));
}
