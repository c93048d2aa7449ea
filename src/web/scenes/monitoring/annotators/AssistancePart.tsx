import type { AssistanceReply } from '../../../../server/routes/monitoring/monitor-replies.ts';
import { readEstimate } from '../../../api/estimate.ts';
import { Loaded } from '../../../components/Loaded.tsx';
import { Section } from '../../../components/Section.tsx';
import { StateMark } from '../../../components/StateMark.tsx';
import { FigureTable } from '../../../figures/FigureTable.tsx';
import { figureTexts } from '../../../figures/texts.ts';
import { useFigures, useQuestionTitles } from '../../../figures/use-scope.ts';
import type { Scope } from '../../../figures/use-scope.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { assistanceTexts } from './assistance-texts.ts';
import styles from './annotators.module.css';

type Use = Pick<
  AssistanceReply,
  'shown' | 'control' | 'accepted' | 'blind' | 'anchoring' | 'saved'
>;

/** How suggestions are used in assisted rounds; nothing where there are none. */
export function AssistancePart({ scope }: { readonly scope: Scope }) {
  const figures = useFigures<AssistanceReply>('assistance', scope);
  return (
    <Loaded resource={figures}>
      {(data) =>
        data.shown + data.control === 0 ? null : <Assistance data={data} scope={scope} />
      }
    </Loaded>
  );
}

function Assistance({ data, scope }: { readonly data: AssistanceReply; readonly scope: Scope }) {
  const texts = useTexts(assistanceTexts);
  const shared = useTexts(figureTexts);
  const format = useFormat();
  const label = useQuestionTitles(scope.task);
  const { control, annotators, questions } = data;
  const rows: readonly (Use & { readonly annotator: string })[] = [
    ...annotators,
    { annotator: texts.all, ...data },
  ];
  return (
    <Section title={texts.title(data.by.join(', '))} note={texts.note}>
      <FigureTable
        caption={texts.title(data.by.join(', '))}
        rows={rows}
        rowKey={(one) => one.annotator}
        columns={(column) => [
          column.text('annotator', shared.annotator, (one) => one.annotator),
          column.number('shown', texts.shown, (one) => one.shown),
          column.number('control', texts.control, (one) => one.control),
          column.estimate('accepted', texts.accepted, (one) => one.accepted, { as: 'percent' }),
          column.estimate('blind', texts.blind, (one) => one.blind, { as: 'percent' }),
          column.estimate('anchoring', texts.anchoring, (one) => one.anchoring, { as: 'percent' }),
          column.cell('state', texts.state, (one) => <AnchoringMark use={one} />),
          column.estimate('saved', texts.saved, (one) => one.saved, { digits: 1 }),
        ]}
      />
      <div className={styles.after}>
        <FigureTable
          caption={texts.byQuestion}
          rows={questions}
          rowKey={(one) => one.question}
          columns={(column) => [
            column.text('question', shared.label, (one) => label(one.question)),
            column.estimate('accepted', texts.acceptedAnswer, (one) => one.accepted, {
              as: 'percent',
            }),
            column.estimate('blind', texts.blind, (one) => one.blind, { as: 'percent' }),
            column.estimate('anchoring', texts.anchoring, (one) => one.anchoring, {
              as: 'percent',
            }),
          ]}
        />
      </div>
      {control === 0 ? <p>{texts.noControl}</p> : null}
      <p className={styles.meaning}>{texts.meaning(format.count(data.shown))}</p>
    </Section>
  );
}

/** Whether the interval of the anchoring leaves 0 out. */
function AnchoringMark({ use }: { readonly use: Use }) {
  const texts = useTexts(assistanceTexts);
  const anchoring = readEstimate(use.anchoring);
  if (anchoring.value === null || anchoring.interval === null)
    return <StateMark kind="quiet">{texts.unknown}</StateMark>;
  if (anchoring.interval[0] > 0) return <StateMark kind="warn">{texts.anchored}</StateMark>;
  return <StateMark kind="quiet">{texts.notShown}</StateMark>;
}
