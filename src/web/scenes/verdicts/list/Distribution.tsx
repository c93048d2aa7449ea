import type { VerdictsReply } from '../../../../server/routes/verdicts/verdicts.ts';
import { Link } from '../../../components/Link.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { verdictsTexts } from './texts.ts';
import { VerdictMark } from './VerdictMark.tsx';
import { writeSearch } from './verdict-query.ts';
import type { VerdictChoice } from './verdict-query.ts';
import styles from './verdicts.module.css';

/** How many subjects got each verdict of the policy, and how many got none. */
export function Distribution({
  project,
  choice,
  summary,
}: Readonly<{ project: string; choice: VerdictChoice; summary: VerdictsReply['summary'] }>) {
  const texts = useTexts(verdictsTexts);
  const format = useFormat();
  const { verdicts, policy } = choice.policy;
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
                target={{
                  to: 'verdicts',
                  params: { project },
                  search: writeSearch(
                    { policy, k: choice.k },
                    verdict === null ? { state: 'insufficient' } : { verdict },
                  ),
                }}
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
