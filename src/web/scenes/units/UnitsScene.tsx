import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { ExploredReply, ExploreReply } from '../../../server/routes/units/units.ts';
import { standingNames } from '../../../domain/fold/standing.ts';
import { apiPath, withQuery } from '../../api/client.ts';
import { rolesIn, useSession } from '../../api/session.tsx';
import { Icon } from '../../components/Icon.tsx';
import { Link } from '../../components/Link.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { redirect } from '../../router.ts';
import type { SceneProps } from '../../scenes.ts';
import { FigureTable } from '../../figures/FigureTable.tsx';
import { useTexts } from '../../texts/define-texts.ts';
import { useFormat } from '../../texts/format.ts';
import { ScopePicker } from '../../figures/FigurePage.tsx';
import { useTruthSentence } from '../../figures/titled-text.ts';
import { MoreButton } from '../../figures/MoreButton.tsx';
import { usePages } from '../../figures/use-pages.ts';
import type { Pages } from '../../figures/use-pages.ts';
import { useScope } from '../../figures/use-scope.ts';
import type { Scope } from '../../figures/use-scope.ts';
import { BulkActions } from './BulkActions.tsx';
import type { Chosen } from './BulkActions.tsx';
import { changeFilter, readFilter } from './filter-address.ts';
import type { UnitFilterAddress } from './filter-address.ts';
import { StandingMark } from './StandingMark.tsx';
import { standingTexts } from './standing-texts.ts';
import { UnitFilters } from './UnitFilters.tsx';
import { fieldText } from './view/field-value.ts';
import { useGivenWords } from './view/given-words.ts';
import { useFieldTitle } from './view/UnitParts.tsx';
import { unitsTexts } from './texts.ts';
import styles from './units.module.css';

/** Finds units of a task; what is asked for stands in the address. */
export function UnitsScene({ params, search }: SceneProps) {
  const project = params['project']!;
  const texts = useTexts(unitsTexts);
  const { scope } = useScope(project, search);
  return (
    <>
      <PageHead
        title={texts.title}
        actions={
          scope === null ? undefined : <ScopePicker scope={scope} route="units" hasRuns={false} />
        }
      >
        {texts.lead}
      </PageHead>
      {scope === null ? null : (
        <Explorer key={scope.task.id} scope={scope} filter={readFilter(search)} />
      )}
    </>
  );
}

function Explorer({
  scope,
  filter,
}: {
  readonly scope: Scope;
  readonly filter: UnitFilterAddress;
}) {
  const { project, task } = scope;
  const pages = usePages<ExploredReply, ExploreReply>(
    withQuery(apiPath`/api/projects/${project}/units`, { task: task.id, ...filter }),
    50,
  );
  const [chosen, setChosen] = useState<Chosen>(new Set());
  const mayRule = rolesIn(useSession(), project).some(
    (role) => role === 'lead' || role === 'adjudicator',
  );
  const mayKnow = pages.head?.standings !== null;
  const go = (next: UnitFilterAddress): void => {
    setChosen(new Set());
    redirect({
      to: 'units',
      params: { project },
      search: { ...(scope.tasks.length < 2 ? {} : { task: task.id }), ...next },
    });
  };
  return (
    <>
      <UnitFilters scope={scope} filter={filter} mayKnow={mayKnow} onChange={go} />
      <Found pages={pages} filter={filter} onChange={go} />
      {mayRule && mayKnow && pages.items.length > 0 ? (
        <BulkActions
          scope={scope}
          filter={filter}
          shown={pages.items.map(({ id }) => id)}
          total={pages.head?.total ?? 0}
          chosen={chosen}
          onChoose={setChosen}
          onChanged={pages.refresh}
        />
      ) : null}
      <UnitTable
        scope={scope}
        pages={pages}
        {...(mayRule && mayKnow ? { chosen, onChoose: setChosen } : {})}
      />
      <MoreButton pages={pages} />
    </>
  );
}

type FoundPages = Pages<ExploredReply, ExploreReply>;

/** How many there are, and where they stand. */
function Found({
  pages,
  filter,
  onChange,
}: {
  readonly pages: FoundPages;
  readonly filter: UnitFilterAddress;
  readonly onChange: (filter: UnitFilterAddress) => void;
}) {
  const texts = useTexts(unitsTexts);
  const states = useTexts(standingTexts).states;
  const format = useFormat();
  const { head } = pages;
  const counts = head?.standings ?? null;
  return (
    <div className={styles.found} aria-live="polite">
      <strong>{head === null ? '…' : texts.found(format.count(head.total), head.total)}</strong>
      {counts === null ? null : (
        <ul className={styles.standings}>
          {standingNames
            .filter((name) => (counts[name] ?? 0) > 0)
            .map((name) => (
              <li key={name}>
                <button
                  type="button"
                  aria-pressed={filter.standing === name}
                  onClick={() =>
                    onChange(
                      changeFilter(filter, { standing: filter.standing === name ? '' : name }),
                    )
                  }
                >
                  {states[name]} <b>{format.count(counts[name] ?? 0)}</b>
                </button>
              </li>
            ))}
        </ul>
      )}
      {counts === null ? null : (
        <Checkbox
          label={texts.hardest}
          checked={filter.order === 'disagreement'}
          onChange={(event) =>
            onChange(
              changeFilter(filter, { order: event.currentTarget.checked ? 'disagreement' : '' }),
            )
          }
        />
      )}
    </div>
  );
}

function UnitTable({
  scope,
  pages,
  chosen,
  onChoose,
}: {
  readonly scope: Scope;
  readonly pages: FoundPages;
  readonly chosen?: Chosen;
  readonly onChoose?: (chosen: Chosen) => void;
}) {
  const { task } = scope;
  const texts = useTexts(unitsTexts);
  const format = useFormat();
  const fieldTitle = useFieldTitle(task.unit);
  const said = useTruthSentence(task);
  const words = useGivenWords(task);
  const shown = task.unit.show.slice(0, 2);
  const mayKnow = pages.head !== null && pages.head.standings !== null;
  const isFirst = pages.isLoading && pages.items.length === 0;
  const toggle = (unit: string, isChosen: boolean): void => {
    const next = new Set(chosen === 'all' ? pages.items.map(({ id }) => id) : chosen);
    if (isChosen) next.add(unit);
    else next.delete(unit);
    onChoose?.(next);
  };
  return (
    <FigureTable
      caption={texts.list}
      rows={pages.items}
      rowKey={(unit) => unit.id}
      empty={isFirst ? '…' : texts.nothingFound}
      isPart
      columns={(column) => [
        ...(chosen === undefined
          ? []
          : [
              column.cell('choose', texts.choose, (unit) => (
                <label className="tick-area">
                  <Checkbox
                    aria-label={texts.chooseUnit(unit.id)}
                    checked={chosen === 'all' || chosen.has(unit.id)}
                    onChange={(event) => toggle(unit.id, event.currentTarget.checked)}
                  />
                </label>
              )),
            ]),
        {
          ...column.cell('unit', texts.unit, (unit) => <UnitName scope={scope} unit={unit} />),
          isRowHeader: true,
        },
        ...shown.map((field) =>
          column.cell(field, fieldTitle(field), (unit) => (
            <span className={styles.excerpt}>{excerpt(unit.fields[field])}</span>
          )),
        ),
        ...(mayKnow
          ? [
              column.cell('truth', texts.truth, (unit) =>
                unit.truth === null ? (
                  '–'
                ) : (
                  <span className={styles.known}>
                    <StandingMark state={unit.truth.state} />
                    <small>{said(unit.truth.line)}</small>
                  </span>
                ),
              ),
              column.cell('votes', texts.votes, (unit) =>
                unit.votes === null || unit.votes.length === 0 ? (
                  '–'
                ) : (
                  <ul className={styles.votes}>
                    {unit.votes.map((vote, at) => (
                      <li key={at} className={vote.is_counted ? '' : styles.soft}>
                        <b>{vote.count} ×</b> {words(vote.answers)}
                        {vote.is_counted ? null : ` (${texts.uncounted})`}
                      </li>
                    ))}
                  </ul>
                ),
              ),
              column.number('agreement', texts.same, (unit) => unit.agreement, format.percent),
            ]
          : []),
      ]}
    />
  );
}

/** The id, which leads to the unit, whether somebody flagged it, and below what it is part of. */
function UnitName({ scope, unit }: { readonly scope: Scope; readonly unit: ExploredReply }) {
  const { project, task } = scope;
  const texts = useTexts(unitsTexts);
  const fieldTitle = useFieldTitle(task.unit);
  return (
    <>
      <Link
        className="id-cell"
        target={{ to: 'unit', params: { project, task: task.id, unit: unit.id } }}
      >
        {unit.id}
        {unit.flags.length === 0 ? null : (
          <span className={styles.flagged} title={unit.flags.map(({ text }) => text).join(' ')}>
            <Icon name="flag" size={12} />
            <span className="visually-hidden">{texts.checks.flagged}</span>
          </span>
        )}
      </Link>
      {task.unit.subject == null || unit.subject === null ? null : (
        <small className={styles.subject}>
          {fieldTitle(task.unit.subject)} {unit.subject}
        </small>
      )}
    </>
  );
}

function excerpt(value: unknown): string {
  const text = fieldText(value);
  if (text === '') return '–';
  return text.length > 140 ? `${text.slice(0, 140)}…` : text;
}
