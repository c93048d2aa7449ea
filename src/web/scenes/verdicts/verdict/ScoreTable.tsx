import type { Task } from '../../../../domain/protocol/task.ts';
import type { PolicyReply, VerdictReply } from '../../../../server/routes/verdicts/verdicts.ts';
import { Section } from '../../../components/Section.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { addedWords, pointsWords } from '../list/points-words.ts';
import { VerdictMark } from '../list/VerdictMark.tsx';
import { shortAnswer } from './short-answer.ts';
import { verdictTexts } from './texts.ts';
import { UnitLinks } from './UnitLinks.tsx';
import styles from './score.module.css';
import scene from './verdict.module.css';

type Points = Extract<VerdictReply['verdict']['reason'], { kind: 'points' }>;

/** The score line by line: incidents, what the subject adds, the sum, and the threshold. */
export function ScoreTable({
  data,
  reason,
  policy,
  task,
}: Readonly<{ data: VerdictReply; reason: Points; policy: PolicyReply; task: Task }>) {
  const texts = useTexts(verdictTexts);
  const format = useFormat();
  const language = useLanguage();
  const { points } = data.policy as {
    readonly points?: { readonly by?: string; readonly recency?: unknown };
  };
  const hasRecency = points?.recency !== undefined;
  const heads: readonly (readonly [string, boolean])[] = [
    [texts.incident, false],
    [texts.severity, false],
    [texts.base, true],
    [texts.modifiers, false],
    ...(hasRecency ? [[texts.recency, true] as const] : []),
    [texts.points, true],
  ];
  const span = heads.length - 1;
  const thresholdWords = (threshold: Points['threshold']): string => {
    if (threshold === null) return texts.noThreshold;
    if (threshold.min !== null) return texts.atLeast(pointsWords(format, threshold.min));
    return texts.atMost(pointsWords(format, threshold.max ?? 0));
  };
  return (
    <Section title={texts.score}>
      <div className={styles.frame} role="group" aria-label={texts.score} tabIndex={0}>
        <table className={styles.score}>
          <caption className="visually-hidden">{texts.score}</caption>
          <thead>
            <tr>
              {heads.map(([title, isNumeric]) => (
                <th key={title} scope="col" data-numeric={isNumeric || undefined}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {reason.incidents.map((incident) => (
              <tr key={incident.unit}>
                <th scope="row">
                  <UnitLinks units={[incident.unit]} />
                </th>
                <td>
                  {points?.by === undefined
                    ? incident.severity
                    : shortAnswer(task, points.by, incident.severity, language)}
                </td>
                <td data-numeric="true">{pointsWords(format, incident.base_points)}</td>
                <td>
                  {incident.modifiers.length === 0 ? (
                    <span className={scene.soft}>–</span>
                  ) : (
                    incident.modifiers.map((one) => (
                      <span key={one.title} className={styles.modifier}>
                        {one.title} {addedWords(format, one.points)}
                      </span>
                    ))
                  )}
                </td>
                {hasRecency ? (
                  <td data-numeric="true">× {format.decimal(incident.recency_weight, 2)}</td>
                ) : null}
                <td data-numeric="true">{pointsWords(format, incident.weighted_points)}</td>
              </tr>
            ))}
            {reason.incidents.length > 0 ? null : (
              <tr>
                <td colSpan={span + 1} className={scene.soft}>
                  {texts.noIncidents}
                </td>
              </tr>
            )}
            {reason.subject_modifiers.map((one) => (
              <tr key={`${one.title} ${one.token}`}>
                <th scope="row" colSpan={span}>
                  {one.title} <small className={scene.soft}>{texts.because(one.token)}</small>
                </th>
                <td data-numeric="true">{addedWords(format, one.points)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={span}>
                {texts.sum}
              </th>
              <td data-numeric="true">{pointsWords(format, reason.score)}</td>
            </tr>
            <tr>
              <td colSpan={span + 1}>
                {thresholdWords(reason.threshold)}{' '}
                <VerdictMark verdict={data.verdict.verdict} verdicts={policy.verdicts} />
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
    </Section>
  );
}
