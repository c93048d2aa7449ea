import type { PolicyReply, VerdictReply } from '../../../../server/routes/verdicts/verdicts.ts';
import { Link } from '../../../components/Link.tsx';
import { Section } from '../../../components/Section.tsx';
import { FigureTable } from '../../../figures/FigureTable.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { pointsWords } from '../list/points-words.ts';
import { verdictsTexts } from '../list/texts.ts';
import { VerdictMark } from '../list/VerdictMark.tsx';
import { verdictTarget } from '../list/verdict-query.ts';
import type { VerdictChoice } from '../list/verdict-query.ts';
import { verdictTexts } from './texts.ts';
import styles from './verdict.module.css';

interface OtherVerdictsProps {
  readonly project: string;
  readonly data: VerdictReply;
  readonly policies: readonly PolicyReply[];
  readonly choice: VerdictChoice;
}

/** What every policy says about the subject, for each K. */
export function OtherVerdicts({ project, data, policies, choice }: OtherVerdictsProps) {
  const texts = useTexts(verdictTexts);
  const { policy } = useTexts(verdictsTexts);
  const format = useFormat();
  const rows = policies.filter((one) => data.others.some((other) => other.policy === one.policy));
  const ks = [...new Set(data.others.map((other) => other.k))].toSorted((a, b) => a - b);
  return (
    <Section title={texts.others} note={texts.othersNote}>
      <FigureTable
        caption={texts.others}
        rows={rows}
        rowKey={(row) => row.policy}
        columns={(column) => [
          column.cell('policy', policy, (row) => (
            <span className={styles.policyName}>
              {row.title} <small>{row.policy}</small>
            </span>
          )),
          ...ks.map((k) =>
            column.cell(String(k), `K = ${format.count(k)}`, (row) => {
              const found = data.others.find(
                (other) => other.policy === row.policy && other.k === k,
              );
              if (found === undefined) return '–';
              const isShown = row.policy === choice.policy.policy && k === choice.k;
              return (
                <Link
                  className={styles.otherLink}
                  aria-current={isShown ? 'page' : undefined}
                  target={verdictTarget(project, data.subject.id, { policy: row.policy, k })}
                >
                  <VerdictMark verdict={found.verdict} verdicts={row.verdicts} />
                  {found.score === null ? null : (
                    <span className={styles.soft}>
                      {texts.scored(pointsWords(format, found.score))}
                    </span>
                  )}
                </Link>
              );
            }),
          ),
        ]}
      />
    </Section>
  );
}
