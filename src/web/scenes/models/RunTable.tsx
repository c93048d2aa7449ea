import type { ModelsReply } from '../../../server/routes/models/model-replies.ts';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Section } from '../../components/Section.tsx';
import { FigureTable } from '../../figures/FigureTable.tsx';
import type { Scope } from '../../figures/use-scope.ts';
import { useTexts } from '../../texts/define-texts.ts';
import { useFormat } from '../../texts/format.ts';
import { useMoney } from './money.ts';
import { replyTexts } from './reply-texts.ts';
import { modelsTexts } from './texts.ts';

type Run = ModelsReply['runs'][number];

/** What each run was asked, what came of it, and what it cost. */
export function RunTable({ data, scope }: { readonly data: ModelsReply; readonly scope: Scope }) {
  const texts = useTexts(modelsTexts);
  const { kinds: names } = useTexts(replyTexts);
  const format = useFormat();
  const money = useMoney(data.currency);
  const kinds = (counts: Run['rejected']): string =>
    Object.entries(counts)
      .map(([kind, count]) => `${names[kind] ?? kind} ${format.count(count)}`)
      .join(', ') || '–';
  const cost = ({ cost: amount, uncertain }: Run): string => {
    if (amount === null) return texts.unknown;
    return uncertain > 0 ? texts.atLeast(money(amount)) : money(amount);
  };
  const task = scope.tasks.length < 2 ? {} : { task: scope.task.id };
  return (
    <Section title={texts.runsTitle} note={texts.runsNote}>
      {data.late === 0 ? null : (
        <Notice
          kind="info"
          actions={
            <ButtonLink
              variant="default"
              target={{
                to: 'models',
                params: { project: scope.project },
                search: { ...task, outcome: 'late' },
              }}
            >
              {texts.lateShow}
            </ButtonLink>
          }
        >
          {texts.late(format.count(data.late))}
        </Notice>
      )}
      <FigureTable
        caption={texts.runsTitle}
        rows={data.runs}
        rowKey={(run) => run.annotator}
        columns={(column) => [
          column.text('run', texts.columns.run, (run) => run.annotator),
          column.number('asked', texts.columns.asked, (run) => run.asked),
          column.number('valid', texts.columns.valid, (run) => run.accepted),
          column.cell('invalid', texts.columns.invalid, (run) => kinds(run.rejected)),
          column.number('refused', texts.columns.refused, (run) => run.refused),
          column.cell('failed', texts.columns.failed, (run) => kinds(run.failed)),
          column.number('input', texts.columns.input, (run) => run.tokens?.input ?? null),
          column.number('output', texts.columns.output, (run) => run.tokens?.output ?? null),
          { ...column.number('cost', texts.columns.cost, (run) => run.cost), cell: cost },
          column.number(
            'latency',
            texts.columns.latency,
            (run) => run.latency,
            (value) => texts.seconds(format.decimal(value / 1000, 2)),
          ),
        ]}
      />
    </Section>
  );
}
