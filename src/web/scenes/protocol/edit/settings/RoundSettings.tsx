import { Button, NumberInput, TextInput } from '@mantine/core';
import { Fragment, useState } from 'react';
import type { Fault } from '../../../../../domain/fault.ts';
import type { Task } from '../../../../../domain/protocol/task.ts';
import { printGate } from '../../../../../domain/rounds/gate.ts';
import {
  moveUpInYaml,
  removeInYaml,
  setInYaml,
} from '../../../../../formats/protocol/yaml-edit.ts';
import { Icon } from '../../../../components/Icon.tsx';
import { useTexts } from '../../../../texts/define-texts.ts';
import { editTexts } from '../texts.ts';
import { GateRow } from './GateRow.tsx';
import type { RawRound } from './raw-protocol.ts';
import { FaultsAt } from './SettingsForm.tsx';
import type { Edit } from './SettingsForm.tsx';
import { RemoveButton, useRemoval } from './use-removal.tsx';
import styles from './settings.module.css';

interface RoundSettingsProps {
  readonly source: string;
  readonly edit: Edit;
  readonly rounds: readonly RawRound[];
  readonly tasks: readonly Task[];
  readonly faults: readonly Fault[];
}

/** Every round with its size, how many judge each unit, and its gates. */
export function RoundSettings({ source, edit, rounds, tasks, faults }: RoundSettingsProps) {
  const texts = useTexts(editTexts).settings;
  const [name, setName] = useState('');
  const added = name.trim();
  const removal = useRemoval('rounds', source, edit);
  return (
    <>
      {rounds.map((round, at) => (
        <Fragment key={round.name}>
          {removal.noticeAt(at)}
          <OneRound
            round={round}
            isFirst={at === 0}
            onRemove={() => removal.remove(round.name, at)}
            {...{ source, edit, tasks, faults }}
          />
        </Fragment>
      ))}
      {removal.noticeAt(rounds.length)}
      <div className={styles.row}>
        <TextInput
          label={texts.newRound}
          value={name}
          autoComplete="off"
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button
          variant="default"
          disabled={added === '' || rounds.some((round) => round.name === added)}
          onClick={() => {
            edit(setInYaml(source, ['rounds', added], { kind: 'full', annotators: 2 }));
            setName('');
          }}
        >
          {texts.add}
        </Button>
      </div>
    </>
  );
}

interface OneRoundProps extends Omit<RoundSettingsProps, 'rounds'> {
  readonly round: RawRound;
  readonly isFirst: boolean;
  readonly onRemove: () => void;
}

function OneRound(props: OneRoundProps) {
  const { source, edit, round, isFirst, onRemove, tasks, faults } = props;
  const texts = useTexts(editTexts).settings;
  const path = ['rounds', round.name];
  const task = tasks.find(({ id }) => id === round.task) ?? tasks[0];
  const amount = (key: string, value: string | number): void =>
    edit(setInYaml(source, [...path, key], value === '' ? 'all' : Number(value)));
  const newGate = printGate(
    round.hasKey
      ? { measure: 'cohen_kappa', bound: 'value', target: 0.7, scope: { kind: 'key' } }
      : {
          measure: 'krippendorff_alpha',
          bound: 'value',
          target: 0.7,
          scope: { kind: 'overall', how: 'macro' },
        },
  );
  return (
    <section className={styles.card} aria-label={`${texts.round} ${round.name}`}>
      <div className={styles.cardHead}>
        <h3>{round.name}</h3>
        <div className={styles.headActs}>
          <Button
            variant="subtle"
            size="compact-sm"
            disabled={isFirst}
            leftSection={<Icon name="up" size={13} />}
            aria-label={`${texts.moveUp}: ${round.name}`}
            onClick={() => edit(moveUpInYaml(source, path))}
          >
            {texts.moveUp}
          </Button>
          <RemoveButton name={round.name} onRemove={onRemove} />
        </div>
      </div>
      <div className={styles.fields}>
        <NumberInput
          label={texts.units}
          placeholder={texts.all}
          min={1}
          allowDecimal={false}
          value={round.units ?? ''}
          onChange={(value) => amount('units', value)}
        />
        <NumberInput
          label={texts.annotators}
          placeholder={texts.all}
          min={1}
          allowDecimal={false}
          value={round.annotators ?? ''}
          onChange={(value) => amount('annotators', value)}
        />
        <NumberInput
          label={texts.repeat}
          placeholder={texts.noRepeat}
          min={1}
          allowDecimal={false}
          value={round.repeat ?? ''}
          onChange={(value) =>
            edit(
              value === ''
                ? removeInYaml(source, [...path, 'repeat'])
                : setInYaml(source, [...path, 'repeat', 'units'], Number(value)),
            )
          }
        />
      </div>
      <h4 className={styles.small}>{texts.gates}</h4>
      {round.gates.length === 0 ? <p className={styles.soft}>{texts.noGate}</p> : null}
      {round.gates.map((gate, at) => (
        <GateRow
          // oxlint-disable-next-line no-array-index-key -- a gate is its place in the list
          key={at}
          label={texts.gate(round.name, at + 1)}
          gate={gate}
          questions={task?.questions.map(({ id }) => id) ?? []}
          hasKey={round.hasKey}
          onChange={(next) => edit(setInYaml(source, [...path, 'gate', at], next))}
          onRemove={() => edit(removeInYaml(source, [...path, 'gate', at]))}
        />
      ))}
      <FaultsAt faults={faults} place={`rounds.${round.name}`} />
      <Button
        variant="default"
        size="compact-md"
        leftSection={<Icon name="plus" size={13} />}
        onClick={() => edit(setInYaml(source, [...path, 'gate', round.gates.length], newGate))}
      >
        {texts.addGate}
      </Button>
    </section>
  );
}
