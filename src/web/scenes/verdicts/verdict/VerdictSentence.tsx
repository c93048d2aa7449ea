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
          {texts.evidence({
            units: format.count(evidence.units),
            k: format.count(k),
            judged: format.count(evidence.judged),
            open: format.count(evidence.open.length),
            missing: format.count(evidence.missing.length),
            excluded: format.count(evidence.excluded),
          })}
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
    const held = applied.conditions.filter((one) => one.holds);
    return texts.rule(applied.label, format.list(held.map((one) => one.text ?? one.condition)));
  }
  const score = pointsWords(format, reason.score);
  const count = reason.incidents.length;
  const { threshold } = reason;
  if (threshold === null) return texts.noThreshold(score, count, fallback.verdict);
  if (threshold.min !== null) return texts.least(score, count, pointsWords(format, threshold.min));
  return texts.most(score, count, pointsWords(format, threshold.max ?? 0));
}
