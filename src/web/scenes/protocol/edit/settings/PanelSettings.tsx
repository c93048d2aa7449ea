import { Button, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { Fragment, useState } from 'react';
import { providerNames } from '../../../../../domain/models/model-settings.ts';
import type { Fault } from '../../../../../domain/fault.ts';
import { removeInYaml, setInYaml } from '../../../../../formats/protocol/yaml-edit.ts';
import { Icon } from '../../../../components/Icon.tsx';
import { useTexts } from '../../../../texts/define-texts.ts';
import { editTexts } from '../texts.ts';
import type { RawEntry } from './raw-protocol.ts';
import { FaultsAt } from './SettingsForm.tsx';
import type { Edit } from './SettingsForm.tsx';
import { RemoveButton, useRemoval } from './use-removal.tsx';
import styles from './settings.module.css';

interface PanelSettingsProps {
  readonly source: string;
  readonly edit: Edit;
  readonly panel: readonly RawEntry[];
  readonly faults: readonly Fault[];
}

/** Who judges: people by name, runs of models, rules; each with what they weigh. */
export function PanelSettings({ source, edit, panel, faults }: PanelSettingsProps) {
  const removal = useRemoval('panel', source, edit);
  return (
    <>
      {panel.map((entry, at) => (
        <Fragment key={entry.name}>
          {removal.noticeAt(at)}
          <Entry
            onRemove={() => removal.remove(entry.name, at)}
            {...{ source, edit, entry, faults }}
          />
        </Fragment>
      ))}
      {removal.noticeAt(panel.length)}
      <NewModel source={source} edit={edit} taken={panel.map(({ name }) => name)} />
    </>
  );
}

interface EntryProps extends Omit<PanelSettingsProps, 'panel'> {
  readonly entry: RawEntry;
  readonly onRemove: () => void;
}

function Entry({ source, edit, entry, faults, onRemove }: EntryProps) {
  const texts = useTexts(editTexts).settings;
  const path = ['panel', entry.name];
  const set = (key: string, value: string | number): void =>
    edit(
      value === ''
        ? removeInYaml(source, [...path, key])
        : setInYaml(source, [...path, key], Number(value)),
    );
  return (
    <section className={styles.card} aria-label={`${texts.entry} ${entry.name}`}>
      <div className={styles.cardHead}>
        <h3>{entry.name}</h3>
        <div className={styles.headActs}>
          <span className={styles.soft}>
            {texts.kinds[entry.kind]}
            {entry.model === null ? '' : ` · ${entry.model}`}
          </span>
          <RemoveButton name={entry.name} onRemove={onRemove} />
        </div>
      </div>
      <div className={styles.fields}>
        <NumberInput
          label={texts.weight}
          description={texts.weightWhy}
          placeholder={entry.kind === 'rule' ? '0' : '1'}
          min={0}
          value={entry.weight ?? ''}
          onChange={(value) => set('weight', value)}
        />
        {entry.kind === 'model' ? (
          <NumberInput
            label={texts.runs}
            description={texts.runsWhy}
            placeholder="1"
            min={1}
            allowDecimal={false}
            value={entry.runs ?? ''}
            onChange={(value) => set('runs', value)}
          />
        ) : null}
      </div>
      {entry.kind === 'human' ? (
        <Names
          names={entry.names}
          entry={entry.name}
          onChange={(names) =>
            edit(
              names.length === 0
                ? removeInYaml(source, [...path, 'names'])
                : setInYaml(source, [...path, 'names'], names),
            )
          }
        />
      ) : null}
      <FaultsAt faults={faults} place={`panel.${entry.name}`} />
    </section>
  );
}

interface NamesProps {
  readonly entry: string;
  readonly names: readonly string[] | null;
  readonly onChange: (names: readonly string[]) => void;
}

function Names({ entry, names, onChange }: NamesProps) {
  const texts = useTexts(editTexts).settings;
  const [name, setName] = useState('');
  const list = names ?? [];
  const added = name
    .split(/[,;\s]+/)
    .map((one) => one.trim().normalize('NFC'))
    .filter((one) => one !== '' && !list.includes(one));
  const add = (): void => {
    if (added.length === 0) return;
    onChange([...list, ...new Set(added)]);
    setName('');
  };
  return (
    <>
      <h4 className={styles.small}>{texts.people}</h4>
      {names === null ? <p className={styles.soft}>{texts.everybody}</p> : null}
      <ul className={styles.names}>
        {list.map((one) => (
          <li key={one}>
            {one}
            <button
              type="button"
              className={styles.drop}
              aria-label={`${texts.remove}: ${one}`}
              onClick={() => onChange(list.filter((other) => other !== one))}
            >
              <Icon name="cross" size={11} />
            </button>
          </li>
        ))}
      </ul>
      <div className={styles.row}>
        <TextInput
          label={texts.newName(entry)}
          value={name}
          autoComplete="off"
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') add();
          }}
        />
        <Button variant="default" disabled={added.length === 0} onClick={add}>
          {texts.add}
        </Button>
      </div>
    </>
  );
}

interface NewModelProps {
  readonly source: string;
  readonly edit: Edit;
  readonly taken: readonly string[];
}

/** Adds a model that is asked like a person. */
function NewModel({ source, edit, taken }: NewModelProps) {
  const texts = useTexts(editTexts).settings;
  const [name, setName] = useState('');
  const [provider, setProvider] = useState<string>(providerNames[0]);
  const added = name.trim();
  return (
    <div className={styles.row}>
      <TextInput
        label={texts.newModel}
        value={name}
        autoComplete="off"
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <NativeSelect
        label={texts.provider}
        value={provider}
        data={providerNames.filter((one) => one !== 'recorded')}
        onChange={(event) => setProvider(event.currentTarget.value)}
      />
      <Button
        variant="default"
        disabled={added === '' || taken.includes(added)}
        onClick={() => {
          edit(setInYaml(source, ['panel', added], { kind: 'model', provider, weight: 1 }));
          setName('');
        }}
      >
        {texts.add}
      </Button>
    </div>
  );
}
