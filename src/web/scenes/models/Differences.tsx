import type {
  ComparisonReply,
  DifferencesReply,
} from '../../../server/routes/models/model-replies.ts';
import { apiPath, withQuery } from '../../api/client.ts';
import { Link } from '../../components/Link.tsx';
import { Section } from '../../components/Section.tsx';
import { FigureTable } from '../../figures/FigureTable.tsx';
import { MoreButton } from '../../figures/MoreButton.tsx';
import { figureTexts } from '../../figures/texts.ts';
import { usePages } from '../../figures/use-pages.ts';
import { useQuestionTitles } from '../../figures/use-scope.ts';
import type { Scope } from '../../figures/use-scope.ts';
import { useTexts } from '../../texts/define-texts.ts';
import { useFormat } from '../../texts/format.ts';
import { useComparedWords } from './compared-words.ts';
import { comparisonTexts } from './comparison-texts.ts';
import { modelsTexts } from './texts.ts';

interface DifferencesProps {
  readonly scope: Scope;
  readonly kind: 'splits' | 'against-people';
  /** Changes when the list may have. */
  readonly stamp: number;
  readonly families: ComparisonReply['families'];
}

/** The units on which families differ, or all agree against the people, each with its page. */
export function Differences({ scope, kind, stamp, families }: DifferencesProps) {
  const texts = useTexts(comparisonTexts);
  const { columns } = useTexts(modelsTexts);
  const shared = useTexts(figureTexts);
  const format = useFormat();
  const label = useQuestionTitles(scope.task);
  const words = useComparedWords(scope.task);
  const isSplits = kind === 'splits';
  const path = withQuery(apiPath`/api/projects/${scope.project}/models/differences`, {
    task: scope.task.id,
    kind,
  });
  const pages = usePages<DifferencesReply['items'][number], DifferencesReply>(
    // A split needs two families.
    isSplits && families.length < 2 ? null : path,
    10,
    stamp,
  );
  if (isSplits && families.length < 2) return null;
  const total = pages.head?.total ?? 0;
  const none = isSplits ? texts.splitsNone : texts.againstNone;
  return (
    <Section
      title={isSplits ? texts.splits : texts.against}
      note={[
        ...(isSplits ? [] : [texts.againstNote]),
        ...(total === 0 ? [] : [`${texts.differ(format.count(total))}.`]),
      ].join(' ')}
    >
      <FigureTable
        caption={isSplits ? texts.splits : texts.against}
        rows={pages.items}
        isPart={pages.hasMore}
        rowKey={(one) => `${one.unit} ${one.question}`}
        empty={pages.isLoading ? '…' : none}
        columns={(column) => [
          {
            ...column.text('unit', shared.unit, (one) => one.unit),
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
          column.text('label', shared.label, (one) => label(one.question)),
          ...families.map(({ family }, at) =>
            column.text(family, family, (one) => words(one.question, one.families[at] ?? null)),
          ),
          column.text('people', columns.people, (one) => words(one.question, one.people)),
        ]}
      />
      <MoreButton pages={pages} />
    </Section>
  );
}
