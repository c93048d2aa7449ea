import { Button, Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { EstimateReply, ModelsReply } from '../../../server/routes/models/model-replies.ts';
import { change } from '../../api/cache.ts';
import { apiPath, request, withQuery } from '../../api/client.ts';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Section, Sheet } from '../../components/Section.tsx';
import { useTexts } from '../../texts/define-texts.ts';
import { EstimateTable } from './EstimateTable.tsx';
import { modelsTexts } from './texts.ts';
import styles from './models.module.css';

/** Help below its field, so that fields side by side stand in one line. */
const helpLast: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
];

interface StartFormProps {
  readonly data: ModelsReply;
  readonly project: string;
}

const ofList = 'list';

/** Asks models for what is open: first the estimate, then the start. For leads. */
export function StartForm({ data, project }: StartFormProps) {
  const texts = useTexts(modelsTexts);
  const { task, panel, presets, recordings, round } = data;
  const hasPanel = panel.length > 0;
  const mustBeOutside = round.kind === 'closed' || round.kind === 'missing';
  const [choice, setChoice] = useState({
    models: hasPanel ? '' : (presets[0]?.models ?? ofList),
    list: '',
    mode: 'batch',
    budget: null as number | null,
    k: null as number | null,
    recording: '',
    outside: mustBeOutside,
  });
  const [estimate, setEstimate] = useState<EstimateReply | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const [isStarted, setStarted] = useState(false);
  const choose = (part: Partial<typeof choice>): void => {
    setChoice((before) => ({ ...before, ...part }));
    // What was estimated is no longer what would be asked.
    setEstimate(null);
    setStarted(false);
  };
  const models = choice.models === ofList ? choice.list.trim() : choice.models;
  const asked = {
    task,
    mode: choice.mode,
    models: models === '' ? undefined : models,
    recording: choice.recording === '' ? undefined : choice.recording,
    outside_rounds: choice.outside,
    k: choice.k ?? undefined,
  };
  const path = apiPath`/api/projects/${project}/models`;
  const act = async (what: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setFailure(null);
    await what()
      .catch(setFailure)
      .finally(() => setBusy(false));
  };
  const look = (): Promise<void> =>
    act(async () =>
      setEstimate(await request<EstimateReply>(withQuery(`${path}/estimate`, asked))),
    );
  const start = (): Promise<void> =>
    act(async () => {
      const body = { ...asked, budget: choice.budget };
      await change(`${path}/jobs`, { method: 'POST', body }, path);
      setEstimate(null);
      setStarted(true);
    });
  const isUnderWay = data.jobs.some(({ state }) => state === 'running');
  const named = panel.map(({ entry, runs }) => `${entry}:${runs}`).join(', ');
  return (
    <Section title={texts.start} note={texts.startNote}>
      <Sheet>
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            void look();
          }}
        >
          <NativeSelect
            className={styles.wide}
            label={texts.fields.models}
            value={choice.models}
            onChange={(event) => choose({ models: event.currentTarget.value })}
            data={[
              ...(hasPanel ? [{ value: '', label: texts.ofPanel(named) }] : []),
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
            inputWrapperOrder={helpLast}
            min={0}
            value={choice.budget ?? ''}
            onChange={(value) => choose({ budget: Number(value) > 0 ? Number(value) : null })}
          />
          {data.is_dated ? (
            <NumberInput
              label={texts.fields.k}
              description={texts.kHelp}
              inputWrapperOrder={helpLast}
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
              disabled={mustBeOutside}
              onChange={(event) => choose({ outside: event.currentTarget.checked })}
            />
          )}
          <div className={styles.buttons}>
            <Button type="submit" variant="default" loading={isBusy && estimate === null}>
              {texts.estimate}
            </Button>
          </div>
        </form>
        {failure === null ? null : <ErrorNotice error={failure} />}
        {isStarted ? <Notice kind="good">{texts.started}</Notice> : null}
        {estimate === null ? null : (
          <EstimateTable estimate={estimate}>
            <Button
              onClick={() => void start()}
              loading={isBusy}
              disabled={isUnderWay || estimate.models.every(({ requests }) => requests === 0)}
            >
              {texts.startNow}
            </Button>
          </EstimateTable>
        )}
      </Sheet>
    </Section>
  );
}
