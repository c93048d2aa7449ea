import type { ComparisonReply } from '../../../server/routes/models/model-replies.ts';
import { useResource } from '../../api/cache.ts';
import { apiPath, withQuery } from '../../api/client.ts';
import { Loaded } from '../../components/Loaded.tsx';
import { Section } from '../../components/Section.tsx';
import { EstimateCell } from '../../figures/EstimateCell.tsx';
import { FigureFoot } from '../../figures/FigurePage.tsx';
import { useMeasureTitle } from '../../figures/measure-title.ts';
import { FigureTable } from '../../figures/FigureTable.tsx';
import { figureTexts } from '../../figures/texts.ts';
import { useQuestionTitles } from '../../figures/use-scope.ts';
import type { Scope } from '../../figures/use-scope.ts';
import { useTexts } from '../../texts/define-texts.ts';
import { useCodedSentence } from '../../texts/error-sentence.ts';
import { useFormat } from '../../texts/format.ts';
import { Confusions } from './Confusions.tsx';
import { Differences } from './Differences.tsx';
import { comparisonTexts } from './comparison-texts.ts';
import styles from './models.module.css';

/** The families of models beside each other and beside the people, down to the units. */
export function Comparison({ scope }: { readonly scope: Scope }) {
  const path = apiPath`/api/projects/${scope.project}/models/comparison`;
  const figures = useResource<ComparisonReply>(withQuery(path, { task: scope.task.id }), 5000);
  return (
    <Loaded resource={figures}>
      {(data) =>
        data.families.length === 0 ? null : (
          <>
            <Families data={data} scope={scope} />
            <Differences
              scope={scope}
              kind="splits"
              stamp={data.judgments}
              families={data.families}
            />
            <People data={data} scope={scope} />
            <FigureFoot head={data} />
          </>
        )
      }
    </Loaded>
  );
}

type Part = Readonly<{ data: ComparisonReply; scope: Scope }>;

function Families({ data, scope }: Part) {
  const texts = useTexts(comparisonTexts);
  const shared = useTexts(figureTexts);
  const format = useFormat();
  const said = useCodedSentence();
  const label = useQuestionTitles(scope.task);
  const names = data.families.map(({ family }) => family);
  const isOne = names.length < 2;
  return (
    <Section
      title={texts.compare}
      note={`${texts.compareNote(format.list(names))} ${isOne ? texts.oneFamily : ''}`}
    >
      <FigureTable
        caption={texts.compare}
        rows={data.questions}
        rowKey={(one) => one.question}
        columns={(column) => [
          column.text('label', shared.label, (one) => label(one.question)),
          ...(isOne
            ? []
            : [
                column.estimate('percent', texts.between, (one) => one.between.percent, {
                  as: 'percent',
                }),
                column.estimate('alpha', said(data.alpha_name), (one) => one.between.alpha),
                {
                  ...column.number('split', texts.split, (one) => one.split),
                  cell: (one: ComparisonReply['questions'][number]) =>
                    texts.splitOf(format.count(one.split), format.count(one.answered)),
                },
              ]),
          ...data.families.flatMap(({ family, runs }, at) =>
            runs.length < 2
              ? []
              : [
                  column.estimate(
                    `stability-${family}`,
                    texts.stability(family),
                    (one) => one.stability[at]!,
                    { as: 'percent' },
                  ),
                ],
          ),
        ]}
      />
    </Section>
  );
}

function People({ data, scope }: Part) {
  const kappa = useMeasureTitle()('cohen_kappa');
  const texts = useTexts(comparisonTexts);
  const shared = useTexts(figureTexts);
  const label = useQuestionTitles(scope.task);
  const isCompared = data.questions.some(({ ensemble }) => ensemble.percent.n > 0);
  if (!isCompared)
    return (
      <Section title={texts.humans}>
        <p>{texts.noHumans}</p>
      </Section>
    );
  const voices = [
    { title: texts.ensemble, of: (one: Question) => one.ensemble },
    ...data.families.map(({ family }, at) => ({
      title: family,
      of: (one: Question) => one.with_people[at]!,
    })),
  ];
  return (
    <>
      <Section title={texts.humans} note={texts.humansNote}>
        <h3 className={styles.measure}>{texts.percent}</h3>
        <FigureTable
          caption={`${texts.humans}: ${texts.percent}`}
          rows={data.questions}
          rowKey={(one) => one.question}
          columns={(column) => [
            column.text('label', shared.label, (one) => label(one.question)),
            ...voices.map(({ title, of }) =>
              column.estimate(`percent-${title}`, title, (one) => of(one).percent, {
                as: 'percent',
              }),
            ),
          ]}
        />
        <h3 className={styles.measure}>{kappa}</h3>
        <FigureTable
          caption={`${texts.humans}: ${kappa}`}
          rows={data.questions}
          rowKey={(one) => one.question}
          columns={(column) => [
            column.text('label', shared.label, (one) => label(one.question)),
            ...voices.map(({ title, of }) => ({
              id: `kappa-${title}`,
              title,
              isNumeric: true,
              cell: (one: Question) => <EstimateCell given={of(one).kappa} />,
              sort: (one: Question) => of(one).kappa.value,
            })),
          ]}
        />
        <Confusions data={data} scope={scope} />
      </Section>
      <Differences
        scope={scope}
        kind="against-people"
        stamp={data.judgments}
        families={data.families}
      />
    </>
  );
}

type Question = ComparisonReply['questions'][number];
