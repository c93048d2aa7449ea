import { Button } from '@mantine/core';
import { useState } from 'react';
import type { EstimateReply, ModelsReply } from '../../../server/routes/models/model-replies.ts';
import { change } from '../../api/cache.ts';
import { apiPath, request, withQuery } from '../../api/client.ts';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Section, Sheet } from '../../components/Section.tsx';
import { useTexts } from '../../texts/define-texts.ts';
import { EstimateTable } from './EstimateTable.tsx';
import { firstChoice, ModelFields, ofList } from './ModelFields.tsx';
import { modelsTexts } from './texts.ts';
import styles from './models.module.css';

interface StartFormProps {
  readonly data: ModelsReply;
  readonly project: string;
}

/** Asks models for what is open: first the estimate, then the start. For leads. */
export function StartForm({ data, project }: StartFormProps) {
  const texts = useTexts(modelsTexts);
  const [choice, setChoice] = useState(() => firstChoice(data));
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
    task: data.task,
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
          <ModelFields data={data} choice={choice} choose={choose} />
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
