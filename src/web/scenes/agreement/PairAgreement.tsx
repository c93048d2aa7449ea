import { Button } from '@mantine/core';
import { useState } from 'react';
import type { PairsReply } from '../../../server/routes/monitoring/monitor-replies.ts';
import { rolesIn, useSession } from '../../api/session.tsx';
import { Link } from '../../components/Link.tsx';
import { Loaded } from '../../components/Loaded.tsx';
import { Section } from '../../components/Section.tsx';
import { redirect } from '../../router.ts';
import type { Search, Target } from '../../router.ts';
import { useTexts } from '../../texts/define-texts.ts';
import { useFormat } from '../../texts/format.ts';
import { AddressSelect } from '../../figures/AddressSelect.tsx';
import { Disclosure } from '../../figures/Disclosure.tsx';
import { useMeasureTitle } from '../../figures/measure-title.ts';
import { figureTexts } from '../../figures/texts.ts';
import { useFigures, useQuestionTitles } from '../../figures/use-scope.ts';
import type { Scope } from '../../figures/use-scope.ts';
import { FigureTable } from '../../figures/FigureTable.tsx';
import { PairConfusion } from './PairConfusion.tsx';
import { PairMap } from './PairMap.tsx';
import { PairUnits } from './PairUnits.tsx';
import { agreementTexts } from './texts.ts';
import styles from './agreement.module.css';

/** Every pair of annotators: a map that leads to the units on which two differ, and a table. */
export function PairAgreement({
  scope,
  search,
}: {
  readonly scope: Scope;
  readonly search: Search;
}) {
  const texts = useTexts(agreementTexts);
  const format = useFormat();
  const label = useQuestionTitles(scope.task);
  const pairs = useFigures<PairsReply>('pairs', scope);
  const maySeeUnits = rolesIn(useSession(), scope.project).some(
    (role) => role === 'lead' || role === 'reviewer',
  );
  const kappa = useMeasureTitle()('cohen_kappa');
  const question = search['label'];
  const pairTarget = (first: string, second: string): Target => ({
    to: 'agreement',
    params: { project: scope.project },
    search: { ...search, first, second },
  });
  const choose = (first: string, second: string): void => redirect(pairTarget(first, second));
  const questions = (pairs.data?.pairs[0]?.questions ?? []).map((one) => one.question);
  return (
    <Section
      title={texts.pairs}
      note={texts.pairsNote(kappa)}
      aside={
        <AddressSelect
          route="agreement"
          project={scope.project}
          search={search}
          parameter="label"
          aria-label={`${texts.pairs}: ${texts.of}`}
          value={question ?? ''}
          data={[
            { value: '', label: texts.overall },
            ...questions.map((one) => ({ value: one, label: label(one) })),
          ]}
        />
      }
    >
      <Loaded resource={pairs}>
        {(data) =>
          data.pairs.length === 0 ? (
            <p>{texts.noPairs}</p>
          ) : (
            <>
              {isMapped(data) ? (
                <PairMap
                  data={data}
                  question={question}
                  chosen={[search['first'], search['second']]}
                  onChoose={maySeeUnits ? choose : null}
                />
              ) : (
                <p>{texts.tooMany(format.count(data.annotators.length))}</p>
              )}
              {data.apart === 0 ? null : <p>{texts.apart(format.count(data.apart))}</p>}
              {maySeeUnits && search['first'] !== undefined && search['second'] !== undefined ? (
                <>
                  <PairConfusion
                    scope={scope}
                    first={search['first']}
                    second={search['second']}
                    question={question}
                  />
                  <PairUnits
                    scope={scope}
                    first={search['first']}
                    second={search['second']}
                    question={question}
                  />
                </>
              ) : null}
              <Disclosure title={texts.pairTable} isOpen={!isMapped(data)}>
                <PairTable
                  data={data}
                  question={question}
                  target={maySeeUnits ? pairTarget : null}
                />
              </Disclosure>
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

type Pair = PairsReply['pairs'][number];

/** With more annotators than this a map is wider than any screen. */
const mostMapped = 24;

function isMapped({ annotators }: PairsReply): boolean {
  return annotators.length <= mostMapped;
}

/** So many pairs are shown at once: of two hundred annotators there are thousands. */
const pairsPerPage = 100;

interface PairTableProps {
  readonly data: PairsReply;
  readonly question: string | undefined;
  readonly target: ((first: string, second: string) => Target) | null;
}

/** The pairs as a table, those that agree least first; `target` leads to the units of a pair. */
function PairTable({ data, question, target }: PairTableProps) {
  const measure = useMeasureTitle();
  const texts = useTexts(agreementTexts);
  const shared = useTexts(figureTexts);
  const [shown, setShown] = useState(pairsPerPage);
  const kappaOf = (pair: Pair): number =>
    figuresOf(pair, question).kappa.value ?? Number.POSITIVE_INFINITY;
  const byKappa = (a: Pair, b: Pair): number =>
    Number(kappaOf(a) > kappaOf(b)) - Number(kappaOf(a) < kappaOf(b));
  const rows = isMapped(data) ? data.pairs : data.pairs.toSorted(byKappa);
  const named = (pair: Pair): string => `${pair.first} – ${pair.second}`;
  return (
    <>
      <FigureTable
        caption={texts.pairTable}
        rows={rows.slice(0, shown)}
        isPart={rows.length > shown}
        rowKey={(pair) => `${pair.first} ${pair.second}`}
        columns={(column) => [
          {
            id: 'pair',
            title: texts.pair,
            cell: (pair) =>
              target === null ? (
                named(pair)
              ) : (
                <Link target={target(pair.first, pair.second)}>{named(pair)}</Link>
              ),
            sort: named,
          },
          column.number('units', texts.units, (pair) => pair.units),
          column.estimate(
            'kappa',
            measure('cohen_kappa'),
            (pair) => figuresOf(pair, question).kappa,
          ),
          column.estimate(
            'percent',
            measure('percent_agreement'),
            (pair) => figuresOf(pair, question).percent,
            { as: 'percent' },
          ),
        ]}
      />
      {rows.length <= shown ? null : (
        <div className={styles.after}>
          <Button variant="default" onClick={() => setShown(shown + pairsPerPage)}>
            {shared.loadMore}
          </Button>
        </div>
      )}
    </>
  );
}

/** The figures of a pair, over all labels or for one. */
export function figuresOf(
  pair: Pair,
  question: string | undefined,
): Pick<Pair, 'kappa' | 'percent'> {
  return pair.questions.find((one) => one.question === question) ?? pair;
}
