import { attemptOutcomes } from '../../../domain/models/attempt.ts';
import type { AttemptReply, ModelsReply } from '../../../server/routes/models/model-replies.ts';
import { apiPath, withQuery } from '../../api/client.ts';
import { Link } from '../../components/Link.tsx';
import { Section } from '../../components/Section.tsx';
import { AddressSelect } from '../../figures/AddressSelect.tsx';
import { FigureTable } from '../../figures/FigureTable.tsx';
import { MoreButton } from '../../figures/MoreButton.tsx';
import { usePages } from '../../figures/use-pages.ts';
import type { Scope } from '../../figures/use-scope.ts';
import type { Search } from '../../router.ts';
import { useTexts } from '../../texts/define-texts.ts';
import { useMoney } from './money.ts';
import { OutcomeMark } from './OutcomeMark.tsx';
import { replyTexts } from './reply-texts.ts';
import { modelsTexts } from './texts.ts';
import styles from './models.module.css';

interface RepliesProps {
  readonly data: ModelsReply;
  readonly scope: Scope;
  readonly search: Search;
}

/** Every attempt, the latest first, with the way to its reply and prompt. */
export function Replies({ data, scope, search }: RepliesProps) {
  const texts = useTexts(replyTexts);
  const shared = useTexts(modelsTexts);
  const money = useMoney(data.currency);
  const { outcome = '', run = '' } = search;
  const path = withQuery(apiPath`/api/projects/${scope.project}/models/attempts`, {
    task: scope.task.id,
    outcome: outcome || undefined,
    annotator: run || undefined,
  });
  const asked = data.runs.reduce((sum, one) => sum + one.asked, 0);
  const pages = usePages<AttemptReply>(path, 20, asked);
  const address = { route: 'models', project: scope.project, search, size: 'sm' } as const;
  return (
    <Section
      title={texts.replies}
      note={texts.repliesNote}
      aside={
        <div className={styles.filters}>
          <AddressSelect
            {...address}
            parameter="outcome"
            aria-label={shared.columns.outcome}
            value={outcome}
            data={[
              { value: '', label: texts.every },
              ...attemptOutcomes.map((one) => ({ value: one, label: texts.outcomes[one] })),
            ]}
          />
          <AddressSelect
            {...address}
            parameter="run"
            aria-label={shared.columns.run}
            value={run}
            data={[
              { value: '', label: texts.everyRun },
              ...data.runs.map(({ annotator }) => annotator),
            ]}
          />
        </div>
      }
    >
      <FigureTable
        caption={texts.replies}
        rows={pages.items}
        isPart
        rowKey={(one) => `${one.id} ${one.outcome}`}
        empty={pages.isLoading ? '…' : undefined}
        columns={(column) => [
          {
            ...column.text('unit', shared.columns.unit, (one) => one.unit),
            cell: ({ unit }) => (
              <Link
                className="id-cell"
                target={{
                  to: 'unit',
                  params: { project: scope.project, task: scope.task.id, unit },
                }}
              >
                {unit}
              </Link>
            ),
          },
          column.text('run', shared.columns.run, (one) => one.annotator),
          column.cell('outcome', shared.columns.outcome, (one) => <OutcomeMark attempt={one} />),
          {
            ...column.number('cost', shared.columns.cost, (one) => one.cost),
            cell: (one) => (one.cost === null ? shared.unknown : money(one.cost)),
          },
          column.time('at', shared.columns.at, (one) => one.at),
          column.cell('reply', shared.columns.reply, (one) => (
            <Link
              target={{ to: 'reply', params: { project: scope.project, attempt: one.id } }}
              aria-label={`${texts.show}: ${texts.reply(one.unit, one.annotator)}`}
            >
              {texts.show}
            </Link>
          )),
        ]}
      />
      <MoreButton pages={pages} />
    </Section>
  );
}
