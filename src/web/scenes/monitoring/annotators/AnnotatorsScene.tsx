import { tellingGap } from '../../../../statistics/agreement/outliers.ts';
import type { AnnotatorsReply } from '../../../../server/routes/monitoring/monitor-replies.ts';
import { readEstimate } from '../../../api/estimate.ts';
import { IntervalBar } from '../../../components/IntervalBar.tsx';
import { Section } from '../../../components/Section.tsx';
import { StateMark } from '../../../components/StateMark.tsx';
import type { SceneProps } from '../../../scenes.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { barRange } from '../../../figures/bar-range.ts';
import { FigurePage } from '../../../figures/FigurePage.tsx';
import { Disclosure } from '../../../figures/Disclosure.tsx';
import { figureTexts } from '../../../figures/texts.ts';
import { useFigures, useQuestionTitles } from '../../../figures/use-scope.ts';
import type { Scope } from '../../../figures/use-scope.ts';
import { FigureTable } from '../../../figures/FigureTable.tsx';
import { AssistancePart } from './AssistancePart.tsx';
import { SpeedPart } from './SpeedPart.tsx';
import { annotatorsTexts } from './texts.ts';

/** Speed, hours and consistency of everybody, with outliers. */
export function AnnotatorsScene({ params, search }: SceneProps) {
  const texts = useTexts(annotatorsTexts);
  return (
    <FigurePage<AnnotatorsReply>
      title={texts.title}
      lead={texts.lead}
      route="annotators"
      project={params['project']!}
      search={search}
      use={(scope) => useFigures('annotators', scope)}
    >
      {(data, scope) => (
        <>
          <SpeedPart scope={scope} />
          <AssistancePart scope={scope} />
          <Consistency data={data} scope={scope} />
        </>
      )}
    </FigurePage>
  );
}

function Consistency({ data, scope }: { readonly data: AnnotatorsReply; readonly scope: Scope }) {
  const texts = useTexts(annotatorsTexts);
  const shared = useTexts(figureTexts);
  const format = useFormat();
  const label = useQuestionTitles(scope.task);
  const { median, deviation, rule } = data;
  const range = barRange(
    data.annotators.map((one) => readEstimate(one.agreement)),
    0.5,
  );
  const [low, high] = range;
  const rows = data.annotators.flatMap((one) =>
    one.questions.map((question) => ({ annotator: one.annotator, ...question })),
  );
  // Nobody counts as agreeing on fewer answers than it takes to stand out.
  const mark = ({ annotator, outlier, agreement }: AnnotatorsReply['annotators'][number]) => {
    if (outlier) return <StateMark kind="warn">{texts.outlier}</StateMark>;
    const weeks = data.standing_out.filter((one) => one.annotator === annotator);
    if (weeks.length > 0)
      return (
        <StateMark kind="warn">
          {texts.stoodOut(format.list(weeks.map(({ week }) => week)))}
        </StateMark>
      );
    if (agreement.value === null) return <StateMark kind="quiet">{texts.unknown}</StateMark>;
    if (agreement.n < rule.votes) return <StateMark kind="quiet">{texts.flags.few}</StateMark>;
    return <StateMark kind="good">{texts.inline}</StateMark>;
  };
  return (
    <Section
      title={texts.consistency}
      note={
        median === null || deviation === null
          ? texts.consistencyPlain
          : texts.consistencyNote({
              median: format.percent(median),
              deviation: format.decimal(deviation * 100, 1),
              votes: format.count(rule.votes),
              times: format.number(rule.deviations),
              gap: format.decimal(tellingGap(median) * 100, 1),
            })
      }
    >
      <FigureTable
        caption={texts.consistency}
        rows={data.annotators}
        rowKey={(one) => one.annotator}
        columns={(column) => [
          column.text('annotator', shared.annotator, (one) => one.annotator),
          {
            id: 'bar',
            title: shared.axis(texts.agreement, format.percent(low, 0), format.percent(high, 0)),
            width: '26%',
            cell: (one) => (
              <IntervalBar
                estimate={readEstimate(one.agreement)}
                range={range}
                label={one.annotator}
              />
            ),
          },
          column.estimate('value', shared.value, (one) => one.agreement, { as: 'percent' }),
          column.cell('state', texts.state, (one) => mark(one), 'outlier'),
          column.number('judged', texts.judged, (one) => one.judged),
          // If the form does not ask for it, a column of zeros would be wrong.
          ...(scope.task.asides.includes('uncertain')
            ? [column.number('uncertain', texts.uncertain, (one) => one.uncertain)]
            : []),
        ]}
      />
      <Disclosure title={texts.detail}>
        <FigureTable
          caption={`${texts.consistency}: ${texts.detail}`}
          rows={rows}
          rowKey={(one) => `${one.annotator} ${one.question}`}
          columns={(column) => [
            column.text('annotator', shared.annotator, (one) => one.annotator),
            column.text('label', shared.label, (one) => label(one.question)),
            column.estimate('value', shared.value, (one) => one.agreement, { as: 'percent' }),
            column.number('extra', texts.extra, (one) => one.extra),
            column.number('missed', texts.missed, (one) => one.missed),
            column.number('tied', texts.tied, (one) => one.others_tied),
            column.number('alone', texts.alone, (one) => one.alone),
          ]}
        />
      </Disclosure>
    </Section>
  );
}
