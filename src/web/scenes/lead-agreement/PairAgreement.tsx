import { NativeSelect } from '@mantine/core';
import { rolesIn, useSession } from '../../api/session.tsx';
import { DataTable } from '../../components/DataTable.tsx';
import { Loaded } from '../../components/Loaded.tsx';
import { Section } from '../../components/Section.tsx';
import { navigate } from '../../router.ts';
import type { Search } from '../../router.ts';
import { useTexts } from '../../texts/define-texts.ts';
import { useFormat } from '../../texts/format.ts';
import { EstimateCell } from '../lead-figures/EstimateCell.tsx';
import { Fold } from '../lead-figures/Fold.tsx';
import type { PairsReply } from '../lead-figures/replies.ts';
import { useFigures, useQuestionTitles } from '../lead-figures/use-scope.ts';
import type { Scope } from '../lead-figures/use-scope.ts';
import { PairMap } from './PairMap.tsx';
import { PairUnits } from './PairUnits.tsx';
import { agreementTexts } from './texts.ts';

/** Every pair of annotators: a map whose cells lead to the units on which the two differ, and the same as a table. */
export function PairAgreement({ scope, search }: { readonly scope: Scope; readonly search: Search }) {
  const texts = useTexts(agreementTexts);
  const format = useFormat();
  const label = useQuestionTitles(scope.task);
  const pairs = useFigures<PairsReply>('pairs', scope);
  const maySeeUnits = rolesIn(useSession(), scope.project).some((role) => role === 'lead' || role === 'reviewer');
  const question = search['label'];
  const go = (more: Readonly<Record<string, string | undefined>>): void => {
    const next = Object.entries({ ...search, ...more }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
    navigate({ to: 'agreement', params: { project: scope.project }, search: Object.fromEntries(next) as Search }, { replace: true });
  };
  const questions = (pairs.data?.pairs[0]?.questions ?? []).map((one) => one.question);
  return (
    <Section
      title={texts.pairs}
      note={texts.pairsNote}
      aside={<NativeSelect size="xs" aria-label={`${texts.pairs}: ${texts.of}`} value={question ?? ''} data={[{ value: '', label: texts.overall }, ...questions.map((one) => ({ value: one, label: label(one) }))]} onChange={(event) => go({ label: event.currentTarget.value === '' ? undefined : event.currentTarget.value })} />}
    >
      <Loaded resource={pairs}>
        {(data) =>
          data.pairs.length === 0 ? (
            <p>{texts.noPairs}</p>
          ) : (
            <>
              <PairMap data={data} question={question} chosen={[search['first'], search['second']]} onChoose={maySeeUnits ? (first, second) => go({ first, second }) : null} />
              {data.apart === 0 ? null : <p>{texts.apart(format.count(data.apart))}</p>}
              {maySeeUnits && search['first'] !== undefined && search['second'] !== undefined ? <PairUnits scope={scope} first={search['first']} second={search['second']} question={question} /> : null}
              <Fold title={texts.pairTable}>
                <DataTable
                  caption={texts.pairTable}
                  rows={data.pairs}
                  rowKey={(pair) => `${pair.first} ${pair.second}`}
                  columns={[
                    { id: 'pair', title: texts.pair, cell: (pair) => `${pair.first} – ${pair.second}`, sort: (pair) => `${pair.first} ${pair.second}` },
                    { id: 'units', title: texts.units, isNumeric: true, cell: (pair) => format.count(pair.units), sort: (pair) => pair.units },
                    { id: 'kappa', title: texts.kappa, isNumeric: true, cell: (pair) => <EstimateCell given={figuresOf(pair, question).kappa} />, sort: (pair) => figuresOf(pair, question).kappa.value },
                    { id: 'percent', title: texts.percent, isNumeric: true, cell: (pair) => <EstimateCell given={figuresOf(pair, question).percent} as="percent" />, sort: (pair) => figuresOf(pair, question).percent.value },
                  ]}
                />
              </Fold>
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

/** The figures of a pair, over all labels or for one. */
export function figuresOf(pair: PairsReply['pairs'][number], question: string | undefined): Pick<PairsReply['pairs'][number], 'kappa' | 'percent'> {
  return pair.questions.find((one) => one.question === question) ?? pair;
}
