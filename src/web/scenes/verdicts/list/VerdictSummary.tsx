import type { CodedText } from '../../../../domain/coded-text.ts';
import type { VerdictsReply } from '../../../../server/routes/verdicts/verdicts.ts';
import { Link } from '../../../components/Link.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { Section } from '../../../components/Section.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useCodedSentence } from '../../../texts/error-sentence.ts';
import { useFormat } from '../../../texts/format.ts';
import { Disclosure } from '../../../figures/Disclosure.tsx';
import { figureTexts } from '../../../figures/texts.ts';
import { verdictsTexts } from './texts.ts';
import { VerdictMark } from './VerdictMark.tsx';
import { policyAtK, verdictsTarget } from './verdict-query.ts';
import type { VerdictChoice } from './verdict-query.ts';
import styles from './verdicts.module.css';

interface DistributionProps {
  readonly project: string;
  readonly choice: VerdictChoice;
  readonly summary: VerdictsReply['summary'];
}
type VerdictSummaryProps = DistributionProps &
  Readonly<{ problems: readonly CodedText[]; isSimulated: boolean }>;

/** What a policy says about all subjects, how reliable that is, and what it is based on. */
export function VerdictSummary(props: VerdictSummaryProps) {
  const { choice, summary, problems, isSimulated } = props;
  const texts = useTexts(verdictsTexts);
  const simulated = useTexts(figureTexts).simulated;
  const format = useFormat();
  const said = useCodedSentence();
  const { overrides, hashes } = summary;
  const facts: readonly (readonly [string, number, string])[] = [
    [texts.missing, summary.missing, texts.missingWhy],
    [texts.open, summary.open, texts.openWhy],
    [texts.applied, overrides.applied, texts.appliedWhy],
    [texts.unused, overrides.unused, texts.unusedWhy],
    [texts.stale, overrides.stale, texts.staleWhy],
  ];
  return (
    <Section title={choice.policy.title} note={texts.kinds[choice.policy.kind]}>
      {problems.length === 0 ? null : (
        <div className={styles.problems}>
          <Notice kind="warn" title={texts.problems}>
            <ul className={styles.plain}>
              {problems.map((problem) => (
                <li key={problem.message}>{said(problem)}</li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
      <div className={styles.summary}>
        <Distribution project={props.project} choice={choice} summary={summary} />
        <dl className={styles.facts}>
          {facts.map(([name, count, why]) => (
            <div key={name} data-zero={count === 0}>
              <dt>
                {name} <small>{why}</small>
              </dt>
              <dd>{format.count(count)}</dd>
            </div>
          ))}
        </dl>
      </div>
      <Disclosure title={texts.restsOn}>
        <dl className={styles.hashes}>
          {Object.entries(hashes).map(([name, hash]) => (
            <div key={name}>
              <dt>{texts.hashes[name as keyof typeof texts.hashes] ?? name}</dt>
              <dd>{hash === null ? '–' : <code>{hash}</code>}</dd>
            </div>
          ))}
        </dl>
        <p className={styles.soft}>{texts.hashesWhy}</p>
      </Disclosure>
      {isSimulated ? <p className={styles.soft}>{simulated}</p> : null}
    </Section>
  );
}

/** How many subjects got each verdict of the policy, and how many got none. */
function Distribution({ project, choice, summary }: DistributionProps) {
  const texts = useTexts(verdictsTexts);
  const format = useFormat();
  const { verdicts } = choice.policy;
  const rows = [
    ...verdicts.map((verdict) => ({ verdict, count: summary.distribution[verdict] ?? 0 })),
    { verdict: null, count: summary.insufficient },
  ];
  const share = (count: number): number => (summary.subjects === 0 ? 0 : count / summary.subjects);
  return (
    <table className={styles.distribution}>
      <caption className={styles.distributionCaption}>
        {texts.distribution(format.count(summary.subjects))}
      </caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{texts.verdict}</th>
          <td />
          <th scope="col">{texts.subjects}</th>
          <th scope="col">{texts.share}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ verdict, count }) => (
          <tr key={verdict ?? ''}>
            <th scope="row">
              <Link
                className={styles.verdictLink}
                target={verdictsTarget(
                  project,
                  policyAtK(choice),
                  verdict === null ? { state: 'insufficient' } : { verdict },
                )}
              >
                <VerdictMark verdict={verdict} verdicts={verdicts} />
              </Link>
            </th>
            <td className={styles.barCell}>
              <span className={styles.track}>
                <span
                  className={styles.bar}
                  data-empty={count === 0}
                  style={{ width: `${share(count) * 100}%` }}
                />
              </span>
            </td>
            <td className={styles.number}>{format.count(count)}</td>
            <td className={styles.number} data-soft="true">
              {format.percent(share(count))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
