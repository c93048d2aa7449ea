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
        {
          id: 'subject',
          title: texts.subject,
          cell: (row) => (
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
          sort: (row) => subjectName(row.fields) ?? row.subject,
        },
        {
          id: 'verdict',
          title: texts.verdict,
          cell: (row) => <VerdictMark verdict={row.verdict} verdicts={policy.verdicts} />,
          sort: (row) => (row.verdict === null ? null : policy.verdicts.indexOf(row.verdict)),
        },
        byPoints
          ? {
              id: 'score',
              title: texts.score,
              isNumeric: true,
              cell: (row: VerdictRow) =>
                row.score === null ? '–' : pointsWords(format, row.score),
              sort: (row: VerdictRow) => row.score,
            }
          : {
              id: 'rule',
              title: texts.rule,
              cell: (row: VerdictRow) =>
                row.verdict === null || row.reason === null ? '–' : <code>{row.reason}</code>,
              sort: (row: VerdictRow) => row.reason,
            },
        ...(byPoints
          ? [
              {
                id: 'incidents',
                title: texts.incidents,
                isNumeric: true,
                cell: (row: VerdictRow) => count(row.incidents),
                sort: (row: VerdictRow) => row.incidents,
              },
            ]
          : []),
        column.number('units', texts.units, (row) => row.units),
        {
          id: 'missing',
          title: texts.missingShort,
          isNumeric: true,
          cell: (row) => count(row.missing),
          sort: (row) => row.missing,
        },
        {
          id: 'open',
          title: texts.openShort,
          isNumeric: true,
          cell: (row) => count(row.open),
          sort: (row) => row.open,
        },
        {
          id: 'rulings',
          title: texts.rulings,
          isNumeric: true,
          cell: (row) => count(row.rulings),
          sort: (row) => row.rulings,
        },
      ]}
    />
  );
}
