import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { inLanguage } from '../../../../domain/local-text.ts';
import { replies } from '../../../api/cache.ts';
import { apiPath, withQuery } from '../../../api/client.ts';
import { TopBarContent } from '../../../shell/TopBarContent.tsx';
import { ButtonLink } from '../../../components/ButtonLink.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ErrorNotice } from '../../../components/ErrorNotice.tsx';
import { Loading } from '../../../components/Loading.tsx';
import { ProgressLine } from '../../../components/ProgressLine.tsx';
import { SimulatedMark } from '../../../components/SimulatedMark.tsx';
import { useTitle } from '../../../components/PageHead.tsx';
import { useOutbox, useOutboxStatus } from '../../../outbox/use-outbox.tsx';
import { useUnitCache } from '../../../outbox/use-unit-cache.ts';
import type { SceneProps } from '../../../scenes.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { useSharedTexts } from '../../../texts/shared-texts.ts';
import { annotateActions } from './actions.ts';
import { formEngine } from './form/form-engine.ts';
import { annotateTexts } from './texts.ts';
import { UnitWork } from './UnitWork.tsx';
import type { Workplace } from './UnitWork.tsx';
import { useCurrentUnit } from './use-current-unit.ts';
import type { UnitWay } from './use-current-unit.ts';
import { useRunFacts } from './use-run-facts.ts';
import type { RunFacts } from './use-run-facts.ts';
import styles from './annotate.module.css';

/** Judging: one's own units of a run, one after the other. */
export function AnnotateScene({ params, search }: SceneProps) {
  const facts = useRunFacts(params['run']!);
  // Home must not offer an outdated list: drop it before anything is painted.
  useLayoutEffect(() => () => replies.forget('/api/me/work'), []);
  if (facts.data === null)
    return (
      <div className={styles.page}>
        {facts.error === null ? (
          <Loading />
        ) : (
          <ErrorNotice error={facts.error} onRetry={facts.refresh} />
        )}
      </div>
    );
  return <Judging facts={facts.data} wanted={search['unit'] ?? null} />;
}

function Judging({ facts, wanted }: { readonly facts: RunFacts; readonly wanted: string | null }) {
  const { run, task, project } = facts;
  const outbox = useOutbox();
  const language = useLanguage();
  const { cache, state } = useUnitCache(run.run, run.hand_out === 'open' ? 3 : 40);
  const way = useCurrentUnit(run, wanted, outbox, cache, state);
  const engine = useMemo(() => formEngine(task), [task]);
  const definitions = useMemo(() => annotateActions(task), [task]);
  const workplace = useWorkplace(
    task.form !== 'labels' && !matchMedia('(max-width: 760px)').matches,
  );
  useTitle(inLanguage(task.title, language));
  // The guideline is at hand when it is asked for, with or without a connection.
  useEffect(
    () =>
      replies.prefetch(
        withQuery(apiPath`/api/projects/${run.project}/guideline`, {
          version: run.protocol_version,
        }),
      ),
    [run.project, run.protocol_version],
  );
  return (
    <>
      <TopBarContent>
        <Place facts={facts} way={way} isSimulated={project.simulated} />
      </TopBarContent>
      {outbox === null ? null : way.current !== null ? (
        <UnitWork
          key={way.current.shown.unit}
          facts={facts}
          engine={engine}
          definitions={definitions}
          outbox={outbox}
          unit={way.current}
          way={way}
          workplace={workplace}
        />
      ) : (
        <div className={styles.page}>
          <h1 className="visually-hidden">{inLanguage(task.title, language)}</h1>
          {way.error !== null ? (
            <Failed way={way} facts={facts} />
          ) : way.isDone ? (
            <Done facts={facts} />
          ) : (
            <Loading />
          )}
        </div>
      )}
    </>
  );
}

interface PlaceProps {
  readonly facts: RunFacts;
  readonly way: UnitWay;
  readonly isSimulated: boolean;
}

/** What the bar says: which round this is, and how far one has come. */
function Place({ facts, way, isSimulated }: PlaceProps) {
  const texts = useTexts(annotateTexts);
  const shared = useSharedTexts();
  const { run, project } = facts;
  return (
    <>
      <span className={styles.place}>
        <span className={styles.project}>{project.title}</span>
        <span className={styles.round}>
          {shared.roundKinds[run.kind]}
          {run.attempt > 1 ? `, ${texts.attempt(run.attempt)}` : null}
        </span>
        {isSimulated ? (
          <span className={styles.simulated}>
            <SimulatedMark />
          </span>
        ) : null}
      </span>
      {way.progress === null ? null : (
        <span className={styles.progress}>
          <ProgressLine
            done={way.progress.judged}
            total={way.progress.held}
            label={texts.progress}
          />
        </span>
      )}
    </>
  );
}

function Failed({ way, facts }: { readonly way: UnitWay; readonly facts: RunFacts }) {
  const texts = useTexts(annotateTexts);
  return (
    <>
      <ErrorNotice error={way.error} />
      <p>
        <ButtonLink variant="default" target={{ to: 'result', params: { run: facts.run.run } }}>
          {texts.done.result}
        </ButtonLink>
      </p>
    </>
  );
}

function Done({ facts }: { readonly facts: RunFacts }) {
  const texts = useTexts(annotateTexts).done;
  const { waiting } = useOutboxStatus();
  return (
    <EmptyState icon="check" title={facts.run.hand_out === 'open' ? texts.noneYet : texts.title}>
      {waiting > 0 ? <p>{texts.waiting}</p> : null}
      <div className={styles.ways}>
        <ButtonLink target={{ to: 'result', params: { run: facts.run.run } }}>
          {texts.result}
        </ButtonLink>
        <ButtonLink variant="default" target={{ to: 'home' }}>
          {texts.home}
        </ButtonLink>
      </div>
    </EmptyState>
  );
}

/** What was open stays open for the next unit, and for the next day. */
function useWorkplace(hasStepsAtFirst: boolean): Workplace {
  const [hasGuideline, setGuideline] = useState(false);
  const [hasSteps, setSteps] = useState(
    () => (localStorage.getItem(stepsName) ?? String(hasStepsAtFirst)) === 'true',
  );
  return useMemo(
    () => ({
      hasGuideline,
      setGuideline,
      hasSteps,
      setSteps: (isOpen: boolean) => {
        localStorage.setItem(stepsName, String(isOpen));
        setSteps(isOpen);
      },
    }),
    [hasGuideline, hasSteps],
  );
}

const stepsName = 'assay-steps-open';
