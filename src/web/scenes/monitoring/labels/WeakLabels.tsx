import type { LabelsReply } from '../../../../server/routes/monitoring/monitor-replies.ts';
import type { TaskReply } from '../../../../server/routes/protocol/task-reply.ts';
import { readEstimate } from '../../../api/estimate.ts';
import { EstimateValue } from '../../../components/EstimateValue.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { Section } from '../../../components/Section.tsx';
import { StateMark } from '../../../components/StateMark.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useCodedSentence } from '../../../texts/error-sentence.ts';
import { useFormat } from '../../../texts/format.ts';
import { figureTexts } from '../../../figures/texts.ts';
import { useQuestionTitles } from '../../../figures/use-scope.ts';
import { FigureTable } from '../../../figures/FigureTable.tsx';
import { labelsTexts } from './texts.ts';
import styles from './labels.module.css';

/** The truth against the labels that keywords give. */
export function WeakLabels({
  weak,
  task,
}: Readonly<{ weak: NonNullable<LabelsReply['weak']>; task: TaskReply }>) {
  const texts = useTexts(labelsTexts);
  const shared = useTexts(figureTexts);
  const format = useFormat();
  const said = useCodedSentence();
  const label = useQuestionTitles(task);
  const points = (share: number): string => format.decimal(share * 100, 1);
  const result = (differs: boolean) => (
    <StateMark kind={differs ? 'warn' : 'good'}>
      {differs ? texts.differs : texts.alikeRow}
    </StateMark>
  );
  return (
    <Section title={texts.weak(weak.rule)} note={texts.weakNote(format.count(weak.units))}>
      <dl className={styles.summary}>
        <div>
          <dt>{texts.alike}</dt>
          <dd>
            <EstimateValue estimate={readEstimate(weak.alike)} as="percent" />
          </dd>
        </div>
        <div>
          <dt>{texts.distance}</dt>
          <dd>
            <EstimateValue estimate={readEstimate(weak.distance)} digits={3} />
          </dd>
        </div>
      </dl>
      {weak.warning === null ? null : <Notice kind="warn">{said(weak.warning)}</Notice>}
      <FigureTable
        caption={texts.weak(weak.rule)}
        rows={weak.labels}
        rowKey={(one) => one.question}
        columns={(column) => [
          column.text('label', shared.label, (one) => label(one.question)),
          column.estimate('truth', texts.truth, (one) => one.truth, { as: 'percent' }),
          column.estimate('weak', texts.rule, (one) => one.weak, { as: 'percent' }),
          column.number('delta', texts.delta, (one) => one.delta, points),
          column.number('missed', texts.missed, (one) => one.missed),
          column.number('extra', texts.extra, (one) => one.extra),
          column.cell('result', texts.result, (one) => result(one.differs), 'differs'),
        ]}
      />
    </Section>
  );
}
