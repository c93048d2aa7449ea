import type { LabelsReply } from '../../../../server/routes/monitoring/monitor-replies.ts';
import { readEstimate } from '../../../api/estimate.ts';
import { Section } from '../../../components/Section.tsx';
import { StateMark } from '../../../components/StateMark.tsx';
import type { SceneProps } from '../../../scenes.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { FigurePage } from '../../../figures/FigurePage.tsx';
import { Disclosure } from '../../../figures/Disclosure.tsx';
import { figureTexts } from '../../../figures/texts.ts';
import { useAnswerWords, useFigures, useQuestionTitles } from '../../../figures/use-scope.ts';
import type { Scope } from '../../../figures/use-scope.ts';
import { FigureTable } from '../../../figures/FigureTable.tsx';
import { ShareBar } from './ShareBar.tsx';
import { labelsTexts } from './texts.ts';
import { WeakLabels } from './WeakLabels.tsx';

/** How often each label is true, against the limits, and the truth against the weak labels. */
export function LabelsScene({ params, search }: SceneProps) {
  const texts = useTexts(labelsTexts);
  return (
    <FigurePage<LabelsReply>
      title={texts.title}
      lead={texts.lead}
      route="labels"
      project={params['project']!}
      search={search}
      use={(scope) => useFigures('labels', scope)}
    >
      {(data, scope) => (
        <>
          <Prevalence data={data} scope={scope} />
          {data.weak === null ? null : <WeakLabels weak={data.weak} task={scope.task} />}
        </>
      )}
    </FigurePage>
  );
}

function Prevalence({ data, scope }: { readonly data: LabelsReply; readonly scope: Scope }) {
  const texts = useTexts(labelsTexts);
  const shared = useTexts(figureTexts);
  const format = useFormat();
  const label = useQuestionTitles(scope.task);
  const words = useAnswerWords(scope.task);
  const { positives, prevalence } = data.limits;
  const [low = 0, high = 1] = prevalence;
  const values = data.labels.flatMap(({ question, values: own }) =>
    own.map((value) => ({ question, ...value })),
  );
  return (
    <Section
      title={texts.prevalence}
      note={texts.note(
        format.count(data.settled),
        format.count(data.unsettled),
        format.count(positives),
        format.percent(low, 0),
        format.percent(high, 0),
      )}
    >
      <FigureTable
        caption={texts.prevalence}
        rows={data.labels}
        rowKey={(one) => one.question}
        columns={(column) => [
          column.text('label', shared.label, (one) => label(one.question)),
          {
            id: 'bar',
            title: shared.axis(texts.share, format.percent(0, 0), format.percent(1, 0)),
            width: '28%',
            cell: (one) => (
              <ShareBar
                estimate={readEstimate(one.prevalence)}
                limits={[low, high]}
                label={label(one.question)}
              />
            ),
          },
          column.estimate('share', shared.value, (one) => one.prevalence, { as: 'percent' }),
          column.number('positives', texts.positives, (one) => one.positives),
          {
            ...column.cell('check', texts.check, (one) => <LimitMarks one={one} />),
            sort: (one) => one.flags.length,
          },
        ]}
      />
      <Disclosure title={texts.values}>
        <FigureTable
          caption={texts.values}
          rows={values}
          rowKey={(one) => `${one.question} ${one.answer}`}
          columns={(column) => [
            column.text('label', shared.label, (one) => label(one.question)),
            column.cell('answer', texts.answer, (one) => words(one.question, one.answer), 'answer'),
            column.number('units', texts.units, (one) => one.units),
            column.estimate('share', shared.value, (one) => one.share, { as: 'percent' }),
          ]}
        />
      </Disclosure>
    </Section>
  );
}

function LimitMarks({ one }: { readonly one: LabelsReply['labels'][number] }) {
  const texts = useTexts(labelsTexts);
  if (one.positives === null) return '–';
  if (one.flags.length === 0) return <StateMark kind="good">{texts.within}</StateMark>;
  return one.flags.map((flag) => (
    <StateMark key={flag} kind="warn">
      {texts.flags[flag]}
    </StateMark>
  ));
}
