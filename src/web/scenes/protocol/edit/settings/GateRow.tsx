import { ActionIcon, Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { measureNames } from '../../../../../domain/agreement/measure.ts';
import type { MeasureName } from '../../../../../domain/agreement/measure.ts';
import { overallKinds, parseGate, printGate } from '../../../../../domain/rounds/gate.ts';
import type { MeasuredGate } from '../../../../../domain/rounds/gate.ts';
import { Icon } from '../../../../components/Icon.tsx';
import { useMeasureTitle } from '../../../../figures/measure-title.ts';
import { useTexts } from '../../../../texts/define-texts.ts';
import { editTexts } from '../texts.ts';
import styles from './settings.module.css';

interface GateRowProps {
  readonly label: string;
  readonly gate: string;
  readonly questions: readonly string[];
  readonly hasKey: boolean;
  readonly onChange: (gate: string) => void;
  readonly onRemove: () => void;
}

/** A gate by its parts; one that is not of these parts stays a text. */
export function GateRow({ label, gate, questions, hasKey, onChange, onRemove }: GateRowProps) {
  const texts = useTexts(editTexts).settings;
  const title = useMeasureTitle();
  const parsed = parseGate(gate);
  const measured = parsed.ok && parsed.gate.kind === 'measure' ? parsed.gate : null;
  const remove = (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      className={styles.remove}
      onClick={onRemove}
      aria-label={`${texts.remove}: ${label}`}
    >
      <Icon name="cross" />
    </ActionIcon>
  );
  if (measured === null)
    return (
      <div className={styles.gate} role="group" aria-label={label}>
        <TextInput
          label={texts.asText}
          value={gate}
          className={styles.wide}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {remove}
      </div>
    );
  const change = (part: Partial<MeasuredGate>): void =>
    onChange(printGate({ ...measured, ...part }));
  return (
    <div className={styles.gate} role="group" aria-label={label}>
      <NativeSelect
        label={texts.measure}
        value={measured.measure}
        data={measureNames.map((name) => ({ value: name, label: title(name) }))}
        onChange={(event) => change({ measure: event.currentTarget.value as MeasureName })}
      />
      <NumberInput
        label={texts.atLeast}
        className={styles.target}
        min={-1}
        max={1}
        step={0.05}
        decimalScale={4}
        value={measured.target}
        onChange={(value) => {
          if (value !== '') change({ target: Math.min(1, Number(value)) });
        }}
      />
      <NativeSelect
        label={texts.over}
        value={scopeName(measured.scope)}
        data={[
          ...overallKinds.map((how) => ({ value: `overall ${how}`, label: texts.scopes[how] })),
          { value: 'every', label: texts.scopes.every },
          ...(hasKey || measured.scope.kind === 'key'
            ? [{ value: 'key', label: texts.scopes.key }]
            : []),
          ...[...new Set([...questions, ...namedQuestion(measured.scope)])].map((question) => ({
            value: `on ${question}`,
            label: texts.scopes.on(question),
          })),
        ]}
        onChange={(event) => {
          const scope = scopeOf(event.currentTarget.value);
          change({ scope, ...(scope.kind === 'key' ? { bound: 'value' } : {}) });
        }}
      />
      <Checkbox
        className={styles.bound}
        label={texts.lower}
        checked={measured.bound === 'low'}
        disabled={measured.scope.kind === 'key'}
        onChange={(event) => change({ bound: event.currentTarget.checked ? 'low' : 'value' })}
      />
      {remove}
    </div>
  );
}

type Scope = MeasuredGate['scope'];

function namedQuestion(scope: Scope): readonly string[] {
  return scope.kind === 'question' ? [scope.question] : [];
}

function scopeName(scope: Scope): string {
  if (scope.kind === 'overall') return `overall ${scope.how}`;
  if (scope.kind === 'question') return `on ${scope.question}`;
  return scope.kind === 'key' ? 'key' : 'every';
}

function scopeOf(name: string): Scope {
  if (name === 'every') return { kind: 'every-question' };
  if (name === 'key') return { kind: 'key' };
  if (name.startsWith('on ')) return { kind: 'question', question: name.slice(3) };
  const how = overallKinds.find((kind) => name === `overall ${kind}`) ?? 'macro';
  return { kind: 'overall', how };
}
