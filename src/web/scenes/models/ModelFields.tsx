import { Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import type { ModelsReply } from '../../../server/routes/models/model-replies.ts';
import { useTexts } from '../../texts/define-texts.ts';
import { below } from '../../upload/FileField.tsx';
import { modelsTexts } from './texts.ts';
import styles from './models.module.css';

/** Everything that is chosen before models are asked. */
export interface ModelChoice {
  /** Those of a preset, `ofList`, or empty for those of the panel. */
  readonly models: string;
  readonly list: string;
  readonly mode: string;
  readonly budget: number | null;
  readonly k: number | null;
  /** Empty: the provider itself. */
  readonly recording: string;
  readonly outside: boolean;
}

/** The models are written out. */
export const ofList = 'list';

/** What a form starts with: the models of the panel, in its open round. */
export function firstChoice(data: ModelsReply): ModelChoice {
  const { panel, presets } = data;
  return {
    models: panel.length > 0 ? '' : (presets[0]?.models ?? ofList),
    list: '',
    mode: 'batch',
    budget: null,
    k: null,
    recording: '',
    outside: mustBeOutside(data),
  };
}

/** Without an open round, nothing can be judged in one. */
function mustBeOutside({ round }: ModelsReply): boolean {
  return round.kind === 'closed' || round.kind === 'missing';
}

interface ModelFieldsProps {
  readonly data: ModelsReply;
  readonly choice: ModelChoice;
  readonly choose: (part: Partial<ModelChoice>) => void;
}

/** Which models are asked, how, and for how much. */
export function ModelFields({ data, choice, choose }: ModelFieldsProps) {
  const texts = useTexts(modelsTexts);
  const { panel, presets, recordings, round } = data;
  const named = panel.map(({ entry, runs }) => `${entry}:${runs}`).join(', ');
  return (
    <>
      <NativeSelect
        className={styles.wide}
        label={texts.fields.models}
        value={choice.models}
        onChange={(event) => choose({ models: event.currentTarget.value })}
        data={[
          ...(panel.length > 0 ? [{ value: '', label: texts.ofPanel(named) }] : []),
          ...presets.map((one) => ({
            value: one.models,
            label: texts.ofPreset(one.name, one.models),
          })),
          { value: ofList, label: texts.ofList },
        ]}
      />
      {choice.models !== ofList ? null : (
        <TextInput
          className={styles.wide}
          label={texts.list}
          description={texts.listHelp}
          value={choice.list}
          onChange={(event) => choose({ list: event.currentTarget.value })}
        />
      )}
      <NativeSelect
        label={texts.fields.mode}
        value={choice.mode}
        onChange={(event) => choose({ mode: event.currentTarget.value })}
        data={[
          { value: 'batch', label: texts.modeBatch },
          { value: 'now', label: texts.modeNow },
        ]}
      />
      <NumberInput
        label={texts.fields.budget}
        description={texts.budgetHelp(data.currency)}
        inputWrapperOrder={below}
        min={0}
        value={choice.budget ?? ''}
        onChange={(value) => choose({ budget: Number(value) > 0 ? Number(value) : null })}
      />
      {data.is_dated ? (
        <NumberInput
          label={texts.fields.k}
          description={texts.kHelp}
          inputWrapperOrder={below}
          min={1}
          allowDecimal={false}
          value={choice.k ?? ''}
          onChange={(value) => choose({ k: Number(value) > 0 ? Number(value) : null })}
        />
      ) : null}
      {recordings.length === 0 ? null : (
        <NativeSelect
          label={texts.fields.recording}
          value={choice.recording}
          onChange={(event) => choose({ recording: event.currentTarget.value })}
          data={[
            { value: '', label: texts.provider },
            ...recordings.map((file) => ({ value: file, label: texts.recorded(file) })),
          ]}
        />
      )}
      {round.kind === 'outside' ? (
        <p className={styles.wideNote}>{texts.outsideHelp.outside}</p>
      ) : (
        <Checkbox
          className={styles.wide}
          label={texts.fields.outside}
          description={
            round.kind === 'open'
              ? texts.outsideHelp.open(round.round ?? '')
              : texts.outsideHelp.missing
          }
          checked={choice.outside}
          disabled={mustBeOutside(data)}
          onChange={(event) => choose({ outside: event.currentTarget.checked })}
        />
      )}
    </>
  );
}
