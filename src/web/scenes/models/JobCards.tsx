import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ModelJobReply, ModelsReply } from '../../../server/routes/models/model-replies.ts';
import { change } from '../../api/cache.ts';
import { apiPath } from '../../api/client.ts';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { Notice } from '../../components/Notice.tsx';
import { ProgressLine } from '../../components/ProgressLine.tsx';
import { Section, Sheet } from '../../components/Section.tsx';
import { StateMark } from '../../components/StateMark.tsx';
import type { StateKind } from '../../components/StateMark.tsx';
import { Disclosure } from '../../figures/Disclosure.tsx';
import { FigureTable } from '../../figures/FigureTable.tsx';
import { useTexts } from '../../texts/define-texts.ts';
import { useCodedSentence } from '../../texts/error-sentence.ts';
import { useFormat } from '../../texts/format.ts';
import { useMoney } from './money.ts';
import { modelsTexts } from './texts.ts';
import styles from './models.module.css';

interface JobCardsProps {
  readonly data: ModelsReply;
  readonly project: string;
  readonly isLead: boolean;
}

/** The job that is under way with its progress, and those that have ended. */
export function JobCards({ data, project, isLead }: JobCardsProps) {
  const texts = useTexts(modelsTexts);
  const open = data.jobs.filter(({ state }) => state !== 'done');
  const done = data.jobs.filter(({ state }) => state === 'done');
  return (
    <>
      {open.length === 0 ? null : (
        <Section title={texts.job}>
          {open.map((job) => (
            <JobCard key={job.id} job={job} data={data} project={project} isLead={isLead} />
          ))}
        </Section>
      )}
      {done.length === 0 ? null : (
        <div className={styles.earlier}>
          <Disclosure title={`${texts.jobs} (${done.length})`}>
            <JobTable jobs={done} />
          </Disclosure>
        </div>
      )}
    </>
  );
}

const kinds: Readonly<Record<ModelJobReply['state'], StateKind>> = {
  running: 'active',
  paused: 'warn',
  done: 'good',
};

function JobCard({ job, data, project, isLead }: JobCardsProps & { readonly job: ModelJobReply }) {
  const texts = useTexts(modelsTexts);
  const format = useFormat();
  const said = useCodedSentence();
  const note = useJobNote();
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const turn = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const body = { state: job.state === 'running' ? 'paused' : 'running' };
    const models = apiPath`/api/projects/${project}/models`;
    await change(`${models}/jobs/${encodeURIComponent(job.id)}`, { method: 'PUT', body }, models)
      .catch(setFailure)
      .finally(() => setBusy(false));
  };
  const { progress } = job;
  return (
    <Sheet>
      <div className={styles.jobHead}>
        <StateMark kind={kinds[job.state]}>{texts.states[job.state]}</StateMark>
        <span className={styles.soft}>{note(job)}</span>
        {isLead ? (
          <Button
            className={styles.turn}
            variant={job.state === 'running' ? 'default' : 'filled'}
            loading={isBusy}
            onClick={() => void turn()}
          >
            {job.state === 'running' ? texts.pause : texts.resume}
          </Button>
        ) : null}
      </div>
      {job.reason === null ? null : (
        <div className={styles.said}>
          <Notice kind="warn">{texts.pausedWhy(said(job.reason))}</Notice>
        </div>
      )}
      {failure === null ? null : <ErrorNotice error={failure} />}
      {progress === null ? null : (
        <>
          <ProgressLine done={progress.judged} total={progress.cells} label={texts.judged} />
          <dl className={styles.figures}>
            <Figure title={texts.open}>{format.count(progress.open)}</Figure>
            <Figure title={texts.pending}>{format.count(progress.pending)}</Figure>
            <Figure title={texts.givenUp}>{format.count(progress.given_up)}</Figure>
            <Figure title={texts.rate}>
              {progress.per_minute === null
                ? '–'
                : texts.perMinute(format.count(progress.per_minute))}
            </Figure>
            <Figure title={texts.left}>
              <TimeLeft progress={progress} />
            </Figure>
            <Figure title={texts.spent}>
              <Spending progress={progress} data={data} budget={job.budget} />
            </Figure>
          </dl>
        </>
      )}
      <Batches data={data} />
    </Sheet>
  );
}

type Progress = NonNullable<ModelJobReply['progress']>;

function TimeLeft({ progress }: { readonly progress: Progress }) {
  const texts = useTexts(modelsTexts);
  const format = useFormat();
  if (progress.pending > 0) return texts.inBatches;
  return progress.seconds_left === null ? '–' : format.duration(progress.seconds_left);
}

function Spending({
  progress,
  data,
  budget,
}: {
  readonly progress: Progress;
  readonly data: ModelsReply;
  readonly budget: number | null;
}) {
  const texts = useTexts(modelsTexts);
  const money = useMoney(data.currency);
  const isPriced = data.runs.some(({ cost }) => cost !== null);
  return (
    <>
      {data.runs.length > 0 && !isPriced ? texts.unknown : money(progress.spent)}
      {budget === null ? null : ` ${texts.ofBudget(money(budget))}`}
      {progress.on_the_way === 0 ? null : (
        <span className={styles.soft}> {texts.onTheWay(money(progress.on_the_way))}</span>
      )}
    </>
  );
}

function Figure({ title, children }: Readonly<{ title: string; children: ReactNode }>) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Batches({ data }: { readonly data: ModelsReply }) {
  const texts = useTexts(modelsTexts);
  const format = useFormat();
  const said = useCodedSentence();
  if (data.batches.length === 0) return null;
  return (
    <Disclosure title={`${texts.batches} (${data.batches.length})`}>
      <ul className={styles.list}>
        {data.batches.map((one) => (
          <li key={one.id}>
            {texts.batch(one.entry, format.count(one.requests))}, {texts.phases[one.phase]}
            {one.submitted_at === null ? null : `, ${format.time(one.submitted_at)}`}
            {one.notes.map((text) => (
              <span key={said(text)} className={styles.soft}>
                {' '}
                {said(text)}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

function JobTable({ jobs }: { readonly jobs: readonly ModelJobReply[] }) {
  const texts = useTexts(modelsTexts);
  return (
    <FigureTable
      caption={texts.jobs}
      rows={jobs}
      rowKey={(job) => job.id}
      columns={(column) => [
        column.time('started', texts.columns.started, (job) => job.created_at),
        column.text('by', texts.columns.by, (job) => job.created_by),
        column.cell('models', texts.columns.model, (job) => modelsOf(job)),
        column.cell('mode', texts.fields.mode, (job) => texts.modes[job.mode]),
      ]}
    />
  );
}

function useJobNote(): (job: ModelJobReply) => string {
  const texts = useTexts(modelsTexts);
  const format = useFormat();
  return (job) => {
    const how = [
      texts.modes[job.mode],
      ...(job.k === null ? [] : [texts.ofK(format.count(job.k))]),
      ...(job.recording === null ? [] : [texts.replayed(job.recording)]),
    ];
    return texts.jobNote(
      how.join(', '),
      modelsOf(job),
      job.created_by,
      format.time(job.created_at),
    );
  };
}

function modelsOf({ runs }: ModelJobReply): string {
  return Object.entries(runs)
    .map(([entry, numbers]) => `${entry} × ${numbers.length}`)
    .join(', ');
}
