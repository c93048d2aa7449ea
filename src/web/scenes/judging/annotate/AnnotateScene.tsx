import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { inLanguage } from '../../../../domain/local-text.ts';
import { replies } from '../../../api/cache.ts';
import { apiPath, withQuery } from '../../../api/client.ts';
import { TopBarContent } from '../../../shell/TopBarContent.tsx';
import { ButtonLink } from '../../../components/ButtonLink.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ErrorNotice } from '../../../components/ErrorNotice.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { Loading } from '../../../components/Loading.tsx';
import { ProgressLine } from '../../../components/ProgressLine.tsx';
import { SimulatedMark } from '../../../components/SimulatedMark.tsx';
import { useTitle } from '../../../components/PageHead.tsx';
import { useOutbox, useOutboxStatus } from '../../../outbox/use-outbox.tsx';
import { useUnitCache } from '../../../outbox/use-unit-cache.ts';
import type { Target } from '../../../router.ts';
import type { SceneProps } from '../../../scenes.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { useSharedTexts } from '../../../texts/shared-texts.ts';
import { annotateActions } from './actions.ts';
import { formEngine } from './form/form-engine.ts';
import { annotateTexts } from './texts.ts';
import { UnitWork } from './UnitWork.tsx';
import { useCurrentUnit } from './use-current-unit.ts';
import type { UnitWay } from './use-current-unit.ts';
import { useRunFacts } from './use-run-facts.ts';
import type { RunFacts } from './use-run-facts.ts';
import type { Workplace } from './work-context.ts';
import styles from './annotate.module.css';

/** Judging: the user's units of a run, one after the other. */
export function AnnotateScene({ params, search }: SceneProps) {
  const facts = useRunFacts(params['run']!);
  // Home must not offer an outdated list: drop it before anything is painted.
  useLayoutEffect(() => () => replies.forget('/api/me/work'), []);
  if (facts.data !== null) return <Judging facts={facts.data} wanted={search['unit'] ?? null} />;
  return (
    <div className={styles.page}>
      <Loaded resource={facts}>{() => null}</Loaded>
    </div>
  );
}

function Judging({ facts, wanted }: { readonly facts: RunFacts; readonly wanted: string | null }) {
  const { run, task } = facts;
  const outbox = useOutbox();
  const title = inLanguage(task.title, useLanguage());
  const { cache, state } = useUnitCache(run.run, run.hand_out === 'open' ? 3 : 40);
  const way = useCurrentUnit(run, wanted, outbox, cache, state);
  const engine = useMemo(() => formEngine(task), [task]);
  const isAssisted = facts.run.assisted_by != null;
  const definitions = useMemo(() => annotateActions(task, isAssisted), [task, isAssisted]);
  const isLarge = !matchMedia('(max-width: 760px)').matches;
  const workplace = useWorkplace(task.form !== 'labels' && isLarge);
  const { project, protocol_version: version } = run;
  useTitle(title);
  // The guideline is loaded before it is asked for, so that it opens without a connection too.
  useEffect(
    () => replies.prefetch(withQuery(apiPath`/api/projects/${project}/guideline`, { version })),
    [project, version],
  );
  const work = { facts, engine, definitions, way, workplace };
  const { current } = way;
  return (
    <>
      <TopBarContent>
        <Place facts={facts} way={way} />
      </TopBarContent>
      {outbox === null || current === null ? null : (
        <UnitWork key={current.shown.unit} {...work} outbox={outbox} unit={current} />
      )}
      {outbox === null || current !== null ? null : (
        <div className={styles.page}>
          <h1 className="visually-hidden">{title}</h1>
          <WithoutUnit facts={facts} way={way} />
        </div>
      )}
    </>
  );
}

interface PlaceProps {
  readonly facts: RunFacts;
  readonly way: UnitWay;
}

/** What the bar says: which round this is, and how much is done. */
function Place({ facts, way }: PlaceProps) {
  const texts = useTexts(annotateTexts);
  const shared = useSharedTexts();
  const { run, project } = facts;
  const { progress } = way;
  return (
    <>
      <span className={styles.place}>
        <span className={styles.project}>{project.title}</span>
        <span className={styles.round}>
          {shared.roundKinds[run.kind]}
          {run.attempt > 1 ? `, ${texts.attempt(run.attempt)}` : null}
        </span>
        {project.simulated ? (
          <span className={styles.simulated}>
            <SimulatedMark />
          </span>
        ) : null}
      </span>
      {progress === null ? null : (
        <span className={styles.progress}>
          <ProgressLine done={progress.judged} total={progress.held} label={texts.progress} />
        </span>
      )}
    </>
  );
}

/** Why there is no unit to show: it failed, everything is judged, or it is being loaded. */
function WithoutUnit({ facts, way }: PlaceProps) {
  const texts = useTexts(annotateTexts).done;
  const { waiting } = useOutboxStatus();
  const { run, hand_out: handOut } = facts.run;
  const result: Target = { to: 'result', params: { run } };
  if (way.error !== null)
    return (
      <>
        <ErrorNotice error={way.error} />
        <p>
          <ButtonLink variant="default" target={result}>
            {texts.result}
          </ButtonLink>
        </p>
      </>
    );
  if (!way.isDone) return <Loading />;
  return (
    <EmptyState icon="check" title={handOut === 'open' ? texts.noneYet : texts.title}>
      {waiting > 0 ? <p>{texts.waiting}</p> : null}
      <div className={styles.ways}>
        <ButtonLink target={result}>{texts.result}</ButtonLink>
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
