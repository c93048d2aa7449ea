import type { VerdictRow } from '../../../../server/routes/verdicts/verdicts.ts';
import { Link } from '../../../components/Link.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { FigureTable } from '../../../figures/FigureTable.tsx';
import { pointsWords } from './points-words.ts';
import { verdictsTexts } from './texts.ts';
import { VerdictMark } from './VerdictMark.tsx';
import { policyAtK, subjectName, verdictTarget } from './verdict-query.ts';
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
  const chosen = policyAtK(choice);
  const count = (value: number) =>
    value === 0 ? <span className={styles.soft}>0</span> : format.count(value);
  const points = (value: number): string => pointsWords(format, value);
  const name = (row: VerdictRow): string => subjectName(row.fields) ?? row.subject;
  const subject = (row: VerdictRow) => (
    <span className={styles.subject}>
      <Link className={styles.subjectLink} target={verdictTarget(project, row.subject, chosen)}>
        {name(row)}
      </Link>
      {name(row) === row.subject ? null : <small>{row.subject}</small>}
    </span>
  );
  const rule = (row: VerdictRow) =>
    row.verdict === null || row.reason === null ? '–' : <code>{row.reason}</code>;
  return (
    <FigureTable
      caption={texts.list}
      rows={rows}
      isPart={isPart}
      rowKey={(row) => row.subject}
      empty={isLoading ? '…' : texts.nobody}
      columns={(column) => [
        { id: 'subject', title: texts.subject, cell: subject, sort: name },
        {
          id: 'verdict',
          title: texts.verdict,
          cell: (row) => <VerdictMark verdict={row.verdict} verdicts={policy.verdicts} />,
          sort: (row) => (row.verdict === null ? null : policy.verdicts.indexOf(row.verdict)),
        },
        ...(policy.kind === 'points'
          ? [
              column.number('score', texts.score, (row) => row.score, points),
              column.number('incidents', texts.incidents, (row) => row.incidents, count),
            ]
          : [column.cell('rule', texts.rule, rule, 'reason')]),
        column.number('units', texts.units, (row) => row.units),
        column.number('missing', texts.missingShort, (row) => row.missing, count),
        column.number('open', texts.openShort, (row) => row.open, count),
        column.number('rulings', texts.rulings, (row) => row.rulings, count),
      ]}
    />
  );
}
