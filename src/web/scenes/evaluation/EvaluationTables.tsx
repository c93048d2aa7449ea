import { mainMeasures } from '../../../evaluation/report/evaluation-content.ts';
import type { EvaluationsReply } from '../../../server/routes/evaluation/evaluations.ts';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Section } from '../../components/Section.tsx';
import { StateMark } from '../../components/StateMark.tsx';
import { EstimateCell } from '../../figures/EstimateCell.tsx';
import { FigureTable } from '../../figures/FigureTable.tsx';
import { useTexts } from '../../texts/define-texts.ts';
import { useCodedSentence } from '../../texts/error-sentence.ts';
import { useFormat } from '../../texts/format.ts';
import { evaluationTexts } from './texts.ts';
import styles from './evaluation.module.css';

interface TablesProps {
  readonly project: string;
  readonly version: string;
  readonly evaluations: EvaluationsReply;
}

/** What was measured against the release on this server. */
export function EvaluationTable({ project, version, evaluations }: TablesProps) {
  const texts = useTexts(evaluationTexts);
  const format = useFormat();
  return (
    <Section title={texts.evaluations}>
      <FigureTable
        caption={texts.evaluations}
        rows={evaluations.items}
        rowKey={(one) => one.id}
        empty={texts.noEvaluations}
        columns={(column) => [
          {
            ...column.text('system', texts.columns.system, (one) => one.systems.join(' · ')),
            isRowHeader: true,
          },
          column.time('at', texts.columns.at, (one) => one.at),
          column.text('by', texts.columns.by, (one) => one.by),
          column.cell('what', texts.columns.what, (one) => `${one.task}, ${texts.side[one.split]}`),
          column.cell('main', texts.columns.main, ({ measures }) => {
            const [main] = mainMeasures(measures);
            return main === undefined ? (
              '–'
            ) : (
              <span className={styles.main}>
                <span className={styles.name}>{main.name}</span>
                <EstimateCell given={main.estimate} digits={3} />
              </span>
            );
          }),
          column.cell('guard', texts.columns.guard, (one) => (
            <GuardMark isOverridden={one.override !== null} />
          )),
          column.cell('open', texts.columns.open, (one) => (
            <ButtonLink
              size="compact-sm"
              variant="default"
              target={{
                to: 'evaluation',
                params: { project },
                search: { version, evaluation: one.id },
              }}
              aria-label={texts.openOf(one.systems.join(' · '), format.time(one.at))}
            >
              {texts.open}
            </ButtonLink>
          )),
        ]}
      />
    </Section>
  );
}

/** Every look at the test split, and whether the chain holds. */
export function LookTable({ evaluations: { looks, broken } }: Pick<TablesProps, 'evaluations'>) {
  const texts = useTexts(evaluationTexts);
  const format = useFormat();
  const sentence = useCodedSentence();
  if (broken !== null)
    return (
      <Section title={texts.ledger}>
        <Notice kind="bad" title={texts.broken}>
          {sentence(broken)}
        </Notice>
      </Section>
    );
  const holds = texts.holds(looks.length, format.count(looks.length));
  return (
    <Section
      title={texts.ledger}
      note={texts.ledgerNote}
      aside={looks.length === 0 ? undefined : <StateMark kind="good">{holds}</StateMark>}
    >
      <FigureTable
        caption={texts.ledger}
        rows={looks}
        rowKey={(one) => one.hash}
        empty={texts.noLooks}
        columns={(column) => [
          column.number('look', texts.columns.look, (one) => one.look),
          column.time('at', texts.columns.at, (one) => one.at),
          column.text('by', texts.columns.by, (one) => one.by),
          column.cell(
            'system',
            texts.columns.system,
            (one) => (
              <span className={styles.main}>
                {one.system}
                {one.made_by.length === 0 ? null : (
                  <span className={styles.soft}>{texts.madeWith(one.made_by.join(', '))}</span>
                )}
              </span>
            ),
            'system',
          ),
          column.cell('what', texts.columns.what, (one) => `${one.task}, ${texts.side[one.split]}`),
          column.cell('measures', texts.columns.measures, (one) => (
            <span className={styles.measures} title={one.measures.join(', ')}>
              {one.measures.slice(0, 3).join(', ')}
              {one.measures.length <= 3 ? '' : ` … (${format.count(one.measures.length)})`}
            </span>
          )),
          column.cell('guard', texts.columns.guard, (one) => (
            <span className={styles.main}>
              <GuardMark isOverridden={one.override !== null} />
              {one.override === null ? null : <span className={styles.soft}>{one.override}</span>}
            </span>
          )),
        ]}
      />
    </Section>
  );
}

function GuardMark({ isOverridden }: Readonly<{ isOverridden: boolean }>) {
  const texts = useTexts(evaluationTexts);
  if (isOverridden) return <StateMark kind="bad">{texts.overridden}</StateMark>;
  return <StateMark kind="good">{texts.passed}</StateMark>;
}
