import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { standingNames } from '../../../domain/fold/standing.ts';
import type { UnitChoicesReply } from '../../../server/routes/units/units.ts';
import { useResource } from '../../api/cache.ts';
import { apiPath, withQuery } from '../../api/client.ts';
import { Icon } from '../../components/Icon.tsx';
import { Disclosure } from '../../figures/Disclosure.tsx';
import { useAnswerWords, useQuestionTitles, useRounds } from '../../figures/use-scope.ts';
import type { Scope } from '../../figures/use-scope.ts';
import { useTexts } from '../../texts/define-texts.ts';
import { useFormat } from '../../texts/format.ts';
import { changeFilter } from './filter-address.ts';
import type { UnitFilterAddress } from './filter-address.ts';
import { standingTexts } from './standing-texts.ts';
import { unitsTexts } from './texts.ts';
import { useFieldTitle } from './view/UnitParts.tsx';
import styles from './units.module.css';

interface UnitFiltersProps {
  readonly scope: Scope;
  readonly filter: UnitFilterAddress;
  /** Whether anything that depends on answers may be asked for. */
  readonly mayKnow: boolean;
  readonly onChange: (filter: UnitFilterAddress) => void;
}

/** Words and choices by which units are found. */
export function UnitFilters({ scope, filter, mayKnow, onChange }: UnitFiltersProps) {
  const texts = useTexts(unitsTexts);
  const set = (part: UnitFilterAddress): void => onChange(changeFilter(filter, part));
  const isNarrow = useMediaQuery('(max-width: 760px)') === true;
  const count = Object.keys(filter).filter((name) => name !== 'text' && name !== 'order').length;
  const choices = (
    <div className={styles.choices}>
      {mayKnow ? <KnownChoices scope={scope} filter={filter} set={set} /> : null}
      <RoundChoice scope={scope} filter={filter} set={set} />
      <FieldChoice scope={scope} filter={filter} set={set} />
      {mayKnow ? <KnownChecks filter={filter} set={set} /> : null}
      {filter.run === undefined ? null : (
        <Button variant="default" size="sm" onClick={() => set({ run: '' })}>
          {texts.ofRun} · {texts.leaveRun}
        </Button>
      )}
      {Object.keys(filter).length === 0 ? null : (
        <Button variant="subtle" size="sm" onClick={() => onChange({})}>
          {texts.reset}
        </Button>
      )}
    </div>
  );
  return (
    <div role="search" aria-label={texts.filter} className={styles.filters}>
      <SearchField value={filter.text ?? ''} onSearch={(text) => set({ text })} />
      {isNarrow ? <Disclosure title={texts.more(count)}>{choices}</Disclosure> : choices}
    </div>
  );
}

/** The list follows what is typed a moment later; Enter asks at once. */
function SearchField({
  value,
  onSearch,
}: {
  readonly value: string;
  readonly onSearch: (text: string) => void;
}) {
  const texts = useTexts(unitsTexts);
  const [typed, setTyped] = useState(value);
  const search = useRef(onSearch);
  search.current = onSearch;
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed.trim() === value.trim()) return;
    const timer = setTimeout(() => search.current(typed.trim()), 250);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(typed.trim());
      }}
    >
      <TextInput
        size="md"
        type="search"
        label={texts.search}
        description={texts.searchHow}
        leftSection={<Icon name="search" />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
      />
    </form>
  );
}

interface ChoiceProps {
  readonly scope: Scope;
  readonly filter: UnitFilterAddress;
  readonly set: (part: UnitFilterAddress) => void;
}

/** Choices that depend on answers. */
function KnownChoices({ scope, filter, set }: ChoiceProps) {
  const texts = useTexts(unitsTexts);
  const states = useTexts(standingTexts).states;
  const any = { value: '', label: texts.any };
  return (
    <>
      <NativeSelect
        size="sm"
        label={texts.standing}
        value={filter.standing ?? ''}
        onChange={(event) => set({ standing: event.currentTarget.value })}
        data={[any, ...standingNames.map((name) => ({ value: name, label: states[name] }))]}
      />
      <AnswerChoice scope={scope} filter={filter} set={set} />
      <AnnotatorChoice scope={scope} filter={filter} set={set} />
    </>
  );
}

/** What depends on answers and is so or is not. */
function KnownChecks({ filter, set }: Omit<ChoiceProps, 'scope'>) {
  const texts = useTexts(unitsTexts);
  return (
    <div className={styles.checks}>
      {(['disagreement', 'flagged', 'ruled'] as const).map((name) => (
        <Checkbox
          key={name}
          label={texts.checks[name]}
          checked={filter[name] === 'true'}
          onChange={(event) => set({ [name]: event.currentTarget.checked ? 'true' : '' })}
        />
      ))}
    </div>
  );
}

function AnswerChoice({ scope, filter, set }: ChoiceProps) {
  const texts = useTexts(unitsTexts);
  const title = useQuestionTitles(scope.task);
  const words = useAnswerWords(scope.task);
  const questions = scope.task.questions.filter(({ scale }) => answersOf(scale).length > 0);
  const chosen = questions.find((one) => one.id === filter.question);
  return (
    <>
      <NativeSelect
        size="sm"
        label={filter.by === undefined ? texts.answer : texts.answerOf(filter.by)}
        value={filter.question ?? ''}
        onChange={(event) => set({ question: event.currentTarget.value, answer: '', by: '' })}
        data={[
          { value: '', label: texts.any },
          ...questions.map((one) => ({ value: one.id, label: title(one.id) })),
        ]}
      />
      {chosen === undefined ? null : (
        <NativeSelect
          size="sm"
          label={texts.value}
          value={filter.answer ?? ''}
          onChange={(event) => set({ answer: event.currentTarget.value })}
          data={[
            { value: '', label: texts.applies },
            ...answersOf(chosen.scale).map((answer) => ({
              value: String(answer),
              label: words(chosen.id, answer),
            })),
          ]}
        />
      )}
    </>
  );
}

type Scale = Scope['task']['questions'][number]['scale'];

/** The answers that a scale offers; none where people write. */
function answersOf(scale: Scale): readonly (boolean | number | string)[] {
  if (scale.kind === 'binary') return [true, false];
  if (scale.kind === 'ordinal' || scale.kind === 'nominal')
    return scale.values.map((one) => one.value as number | string);
  return [];
}

function useChoices({ project, task }: Scope) {
  const path = apiPath`/api/projects/${project}/unit-choices`;
  return useResource<UnitChoicesReply>(withQuery(path, { task: task.id }), 10_000).data;
}

function AnnotatorChoice({ scope, filter, set }: ChoiceProps) {
  const texts = useTexts(unitsTexts);
  const known = useChoices(scope)?.annotators ?? [];
  const names = [...new Set([...known, filter.annotator ?? ''])];
  if (known.length === 0) return null;
  return (
    <NativeSelect
      size="sm"
      label={texts.judgedBy}
      value={filter.annotator ?? ''}
      onChange={(event) => set({ annotator: event.currentTarget.value })}
      data={[
        { value: '', label: texts.any },
        ...names.filter((name) => name !== '').map((name) => ({ value: name, label: name })),
      ]}
    />
  );
}

function RoundChoice({ scope, filter, set }: ChoiceProps) {
  const texts = useTexts(unitsTexts);
  const { data } = useRounds(scope.project);
  const rounds = (data?.rounds ?? []).filter(
    (round) => round.task === scope.task.id && round.runs.length > 0,
  );
  if (rounds.length === 0) return null;
  return (
    <NativeSelect
      size="sm"
      label={texts.round}
      value={filter.round ?? ''}
      onChange={(event) => set({ round: event.currentTarget.value })}
      data={[
        { value: '', label: texts.any },
        ...rounds.map(({ round }) => ({ value: round, label: round })),
      ]}
    />
  );
}

function FieldChoice({ scope, filter, set }: ChoiceProps) {
  const texts = useTexts(unitsTexts);
  const format = useFormat();
  const title = useFieldTitle(scope.task.unit);
  const fields = useChoices(scope)?.fields ?? [];
  if (fields.length === 0) return null;
  const chosen = fields.find((one) => one.field === filter.field);
  const isListed = chosen !== undefined && chosen.distinct <= chosen.values.length;
  return (
    <>
      <NativeSelect
        size="sm"
        label={texts.field}
        value={filter.field ?? ''}
        onChange={(event) => {
          const field = event.currentTarget.value;
          const known = fields.find((one) => one.field === field);
          set({ field, value: known?.values[0]?.value ?? '' });
        }}
        data={[
          { value: '', label: texts.any },
          ...fields.map(({ field }) => ({ value: field, label: title(field) })),
        ]}
      />
      {chosen !== undefined && isListed ? (
        <NativeSelect
          size="sm"
          label={texts.value}
          value={filter.value ?? ''}
          onChange={(event) => set({ value: event.currentTarget.value })}
          data={chosen.values.map(({ value, count }) => ({
            value,
            label: `${value} (${format.count(count)})`,
          }))}
        />
      ) : null}
      {chosen === undefined || isListed ? null : (
        <FieldValue
          key={chosen.field}
          value={filter.value ?? ''}
          onChange={(value) => set({ value })}
        />
      )}
    </>
  );
}

/** A value of a field that has too many to list. */
function FieldValue({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const texts = useTexts(unitsTexts);
  const [typed, setTyped] = useState(value);
  return (
    <TextInput
      size="sm"
      label={texts.value}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => onChange(typed)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onChange(typed);
      }}
      autoComplete="off"
    />
  );
}
