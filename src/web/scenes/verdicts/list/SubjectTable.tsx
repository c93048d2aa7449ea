import type { VerdictRow } from '../../../../server/routes/verdicts/verdicts.ts';
import { Link } from '../../../components/Link.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { FigureTable } from '../../../figures/FigureTable.tsx';
import { pointsWords } from './points-words.ts';
import { verdictsTexts } from './texts.ts';
import { VerdictMark } from './VerdictMark.tsx';
import { subjectName, writeSearch } from './verdict-query.ts';
import type { VerdictChoice } from './verdict-query.ts';
import styles from './verdicts.module.css';

interface SubjectTableProps {
  readonly project: string;
  readonly choice: VerdictChoice;
  readonly rows: readonly VerdictRow[];
  readonly isPart: boolean;
  readonly isLoading: boolean;
}

/** The subjects with what the policy says about them; each leads to how it came about. */
export function SubjectTable({ project, choice, rows, isPart, isLoading }: SubjectTableProps) {
  const texts = useTexts(verdictsTexts);
  const format = useFormat();
  const { policy } = choice;
  const count = (value: number) =>
    value === 0 ? <span className={styles.soft}>0</span> : format.count(value);
  const byPoints = policy.kind === 'points';
  return (
    <FigureTable
      caption={texts.list}
      rows={rows}
      isPart={isPart}
      rowKey={(row) => row.subject}
      empty={isLoading ? '…' : texts.nobody}
      columns={(column) => [
        column.cell(
          'subject',
          texts.subject,
          (row) => (
            <span className={styles.subject}>
              <Link
                className={styles.subjectLink}
                target={{
                  to: 'verdict',
                  params: { project, subject: row.subject },
                  search: writeSearch({ policy: policy.policy, k: choice.k }),
                }}
              >
                {subjectName(row.fields) ?? row.subject}
              </Link>
              {[null, row.subject].includes(subjectName(row.fields)) ? null : (
                <small>{row.subject}</small>
              )}
            </span>
          ),
          (row) => subjectName(row.fields) ?? row.subject,
        ),
        column.cell(
          'verdict',
          texts.verdict,
          (row) => <VerdictMark verdict={row.verdict} verdicts={policy.verdicts} />,
          (row) => (row.verdict === null ? null : policy.verdicts.indexOf(row.verdict)),
        ),
        byPoints
          ? {
              ...column.cell(
                'score',
                texts.score,
                (row) => (row.score === null ? '–' : pointsWords(format, row.score)),
                (row) => row.score,
              ),
              isNumeric: true,
            }
          : column.cell(
              'rule',
              texts.rule,
              (row) =>
                row.verdict === null || row.reason === null ? '–' : <code>{row.reason}</code>,
              (row) => row.reason,
            ),
        ...(byPoints
          ? [
              {
                ...column.cell(
                  'incidents',
                  texts.incidents,
                  (row) => count(row.incidents),
                  (row) => row.incidents,
                ),
                isNumeric: true,
              },
            ]
          : []),
        column.number('units', texts.units, (row) => row.units),
        {
          ...column.cell(
            'missing',
            texts.missingShort,
            (row) => count(row.missing),
            (row) => row.missing,
          ),
          isNumeric: true,
        },
        {
          ...column.cell(
            'open',
            texts.openShort,
            (row) => count(row.open),
            (row) => row.open,
          ),
          isNumeric: true,
        },
        {
          ...column.cell(
            'rulings',
            texts.rulings,
            (row) => count(row.rulings),
            (row) => row.rulings,
          ),
          isNumeric: true,
        },
      ]}
    />
  );
}
