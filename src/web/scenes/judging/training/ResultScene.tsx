import type { RunResultReply } from '../../../../server/routes/judging/my-work.ts';
import type { Task } from '../../../../domain/protocol/task.ts';
import { inLanguage } from '../../../../domain/local-text.ts';
import { isShared } from '../../../../truth/rounds/gate-report.ts';
import { useResource } from '../../../api/cache.ts';
import { apiPath } from '../../../api/client.ts';
import { readEstimate } from '../../../api/estimate.ts';
import { ButtonLink } from '../../../components/ButtonLink.tsx';
import { EstimateValue } from '../../../components/EstimateValue.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { PageHead } from '../../../components/PageHead.tsx';
import { Section } from '../../../components/Section.tsx';
import { SimulatedMark } from '../../../components/SimulatedMark.tsx';
import { useRefreshAfterSaves } from '../../../outbox/use-refresh-after-saves.ts';
import type { SceneProps } from '../../../scenes.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { useSharedTexts } from '../../../texts/shared-texts.ts';
import { useRunFacts } from '../annotate/use-run-facts.ts';
import type { RunFacts } from '../annotate/use-run-facts.ts';
import { AgreementTable, GateTable, TrainingTable } from './ResultTables.tsx';
import { StudyList } from './StudyList.tsx';
import { trainingTexts } from './texts.ts';
import { TrainingOutcome } from './TrainingOutcome.tsx';
import styles from './training.module.css';

/** The result of a round: in training against the key, else against the others. */
export function ResultScene({ params }: SceneProps) {
  const texts = useTexts(trainingTexts);
  const shared = useSharedTexts();
  const language = useLanguage();
  const run = params['run']!;
  const path = apiPath`/api/runs/${run}/result`;
  const result = useResource<RunResultReply>(path, 0);
  const facts = useRunFacts(run);
  useRefreshAfterSaves(path, '/api/me/work');
  // What is known of the run may be from before the last judgment; the result is asked for now.
  const isAllJudged =
    result.data !== null &&
    facts.data?.run.hand_out !== 'open' &&
    result.data.progress.judged >= result.data.progress.held;
  const canGoOn =
    facts.data !== null &&
    facts.data.run.closed_at === null &&
    facts.data.run.remaining > 0 &&
    !isAllJudged;
  return (
    <>
      <PageHead
        title={result.data?.kind === 'training' ? texts.trainingTitle : texts.title}
        actions={
          facts.data === null ? undefined : (
            <>
              <ButtonLink
                variant="default"
                target={{
                  to: 'guideline',
                  params: { project: facts.data.run.project },
                  search: { version: String(facts.data.run.protocol_version) },
                }}
              >
                {texts.guideline}
              </ButtonLink>
              {canGoOn ? (
                <ButtonLink target={{ to: 'annotate', params: { run } }}>{texts.goOn}</ButtonLink>
              ) : null}
            </>
          )
        }
      >
        {facts.data === null ? null : (
          <>
            {facts.data.project.title} · {shared.roundKinds[facts.data.run.kind]} ·{' '}
            {inLanguage(facts.data.run.task_title, language)}{' '}
            {facts.data.project.simulated ? <SimulatedMark /> : null}
          </>
        )}
      </PageHead>
      <Loaded resource={result}>
        {(data) => (facts.data === null ? null : <Result result={data} facts={facts.data} />)}
      </Loaded>
    </>
  );
}

function Result({ result, facts }: { readonly result: RunResultReply; readonly facts: RunFacts }) {
  const texts = useTexts(trainingTexts);
  const { task } = facts;
  return (
    <>
      {result.training === null ? null : <TrainingOutcome training={result.training} />}
      <Figures result={result} />
      {result.training === null ? (
        <Others result={result} task={task} />
      ) : (
        <>
          <TrainingGates task={task} checks={result.training.checks} />
          {result.training.study.length === 0 ? null : (
            <Section title={texts.study} note={texts.studyNote}>
              <StudyList study={result.training.study} facts={facts} />
            </Section>
          )}
          <Section title={texts.questions} note={texts.missedHelp}>
            <TrainingTable task={task} questions={result.training.questions} />
          </Section>
        </>
      )}
    </>
  );
}

/** One's own gates against the key and, once they are decided, those between the trainees. */
function TrainingGates({
  task,
  checks,
}: Readonly<{ task: Task; checks: NonNullable<RunResultReply['training']>['checks'] }>) {
  const texts = useTexts(trainingTexts);
  const shared = checks.filter(isShared);
  const own = checks.filter((check) => !isShared(check));
  return (
    <>
      {own.length === 0 && shared.length > 0 ? null : (
        <Section title={texts.gates}>
          <GateTable task={task} checks={own} actual={texts.actual} />
        </Section>
      )}
      {shared.length === 0 ? null : (
        <Section title={texts.between}>
          <GateTable task={task} checks={shared} actual={texts.actualAll} />
        </Section>
      )}
    </>
  );
}

function Figures({ result }: { readonly result: RunResultReply }) {
  const texts = useTexts(trainingTexts);
  const shared = useSharedTexts();
  const format = useFormat();
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{texts.progress}</dt>
        <dd>
          {format.count(result.progress.judged)} {shared.of} {format.count(result.progress.held)}
        </dd>
      </div>
      <div>
        <dt>
          {texts.speed}, {texts.perHour}
        </dt>
        <dd>
          <EstimateValue estimate={readEstimate(result.per_hour)} digits={1} />
        </dd>
      </div>
    </dl>
  );
}

function Others({ result, task }: { readonly result: RunResultReply; readonly task: Task }) {
  const texts = useTexts(trainingTexts);
  if (result.agreement === null) return <p>{texts.notClosed}</p>;
  return (
    <>
      <Section title={texts.agreement} note={texts.agreementNote}>
        <AgreementTable task={task} agreement={result.agreement} />
      </Section>
      {result.checks === null || result.checks.length === 0 ? null : (
        <Section title={texts.gates}>
          <GateTable task={task} checks={result.checks} actual={texts.actualAll} />
        </Section>
      )}
    </>
  );
}
