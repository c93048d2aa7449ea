import type { LabelsReply } from '../../../../server/routes/monitoring/monitor-replies.ts';
import { readEstimate } from '../../../api/estimate.ts';
import { DataTable } from '../../../components/DataTable.tsx';
import { Section } from '../../../components/Section.tsx';
import { StateMark } from '../../../components/StateMark.tsx';
import type { SceneProps } from '../../../scenes.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { EstimateCell } from '../../../figures/EstimateCell.tsx';
import { FigurePage } from '../../../figures/FigurePage.tsx';
import { Disclosure } from '../../../figures/Disclosure.tsx';
import { figureTexts } from '../../../figures/texts.ts';
import { useAnswerWords, useFigures, useQuestionTitles } from '../../../figures/use-scope.ts';
import type { Scope } from '../../../figures/use-scope.ts';
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
  const values = data.labels.flatMap((one) =>
    one.values.map((value) => ({ question: one.question, ...value })),
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
      <DataTable
        caption={texts.prevalence}
        rows={data.labels}
        rowKey={(one) => one.question}
        columns={[
          {
            id: 'label',
            title: shared.label,
            cell: (one) => label(one.question),
            sort: (one) => label(one.question),
          },
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
          {
            id: 'share',
            title: shared.value,
            isNumeric: true,
            cell: (one) => <EstimateCell given={one.prevalence} as="percent" />,
            sort: (one) => one.prevalence.value,
          },
          {
            id: 'positives',
            title: texts.positives,
            isNumeric: true,
            cell: (one) => (one.positives === null ? '–' : format.count(one.positives)),
            sort: (one) => one.positives,
          },
          {
            id: 'check',
            title: texts.check,
            cell: (one) =>
              one.positives === null ? (
                '–'
              ) : one.flags.length === 0 ? (
                <StateMark kind="good">{texts.within}</StateMark>
              ) : (
                one.flags.map((flag) => (
                  <StateMark key={flag} kind="warn">
                    {texts.flags[flag]}
                  </StateMark>
                ))
              ),
            sort: (one) => one.flags.length,
          },
        ]}
      />
      <Disclosure title={texts.values}>
        <DataTable
          caption={texts.values}
          rows={values}
          rowKey={(one) => `${one.question} ${one.answer}`}
          columns={[
            {
              id: 'label',
              title: shared.label,
              cell: (one) => label(one.question),
              sort: (one) => label(one.question),
            },
            {
              id: 'answer',
              title: texts.answer,
              cell: (one) => words(one.question, one.answer),
              sort: (one) => String(one.answer),
            },
            {
              id: 'units',
              title: texts.units,
              isNumeric: true,
              cell: (one) => format.count(one.units),
              sort: (one) => one.units,
            },
            {
              id: 'share',
              title: shared.value,
              isNumeric: true,
              cell: (one) => <EstimateCell given={one.share} as="percent" />,
              sort: (one) => one.share.value,
            },
          ]}
        />
      </Disclosure>
    </Section>
  );
}
