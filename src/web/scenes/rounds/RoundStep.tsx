import { Button } from '@mantine/core';
import { useState } from 'react';
import type { TaskReply } from '../../../server/routes/protocol/task-reply.ts';
import type { RuleChange } from '../../../server/routes/reply-parts.ts';
import type { RoundReply } from '../../../server/routes/rounds/rounds.ts';
import { gateOutcome } from '../../../domain/rounds/gate-status.ts';
import { useSession } from '../../api/session.tsx';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { GateMark } from '../../components/GateMark.tsx';
import { Icon } from '../../components/Icon.tsx';
import { Link } from '../../components/Link.tsx';
import { Notice } from '../../components/Notice.tsx';
import { ProgressLine } from '../../components/ProgressLine.tsx';
import { StateMark } from '../../components/StateMark.tsx';
import { useTexts } from '../../texts/define-texts.ts';
import { useCodedSentence } from '../../texts/error-sentence.ts';
import { useFormat } from '../../texts/format.ts';
import { useSharedTexts } from '../../texts/shared-texts.ts';
import { Disclosure } from '../../figures/Disclosure.tsx';
import { AccessList } from './AccessList.tsx';
import { AdmissionList } from './AdmissionList.tsx';
import { GateList } from './GateList.tsx';
import { RuleChanges } from './RuleChanges.tsx';
import { OpenDialog } from './OpenDialog.tsx';
import { CloseDialog, waivableGates, WaiveDialog } from './RoundDialogs.tsx';
import { overviewTexts } from './texts.ts';
import styles from './overview.module.css';

type Run = RoundReply['runs'][number];
type RoundAction = 'open' | 'close' | 'waive';

interface RoundStepProps {
  readonly project: string;
  readonly task: TaskReply;
  readonly round: RoundReply;
  readonly number: number;
  readonly mayAct: boolean;
  /** The changes of the rules that touch the round. */
  readonly ruleChanges: readonly RuleChange[];
}

/** One round: its state, its gate with the numbers, what blocks it, and what the lead can do. */
export function RoundStep({ project, task, round, number, mayAct, ruleChanges }: RoundStepProps) {
  const said = useCodedSentence();
  const texts = useTexts(overviewTexts);
  const shared = useSharedTexts();
  const [asked, setAsked] = useState<RoundAction | null>(null);
  const run = round.runs.at(-1);
  const blocks = round.blocks.filter(
    (block) => block.kind !== 'running' && block.kind !== 'passed',
  );
  const close = (): void => setAsked(null);
  const outcome = run?.figures == null ? null : gateOutcome(run.figures.status, run.figures.passed);
  const hasPassed = outcome === 'passed' || outcome === 'waived';
  const passedSign = round.state === 'closed' && hasPassed ? 'check' : null;
  const sign = round.state === 'locked' ? 'lock' : passedSign;
  return (
    <li className={styles.step} data-state={round.state}>
      <span className={styles.node} aria-hidden="true">
        {sign === null ? number : <Icon name={sign} size={14} />}
      </span>
      <div className={styles.card}>
        <div className={styles.stepHead}>
          <h3 className={styles.name}>
            {round.round} <span className={styles.kind}>{shared.roundKinds[round.kind]}</span>
          </h3>
          <span className={styles.marks}>
            {run === undefined && !round.needed ? (
              <StateMark kind="quiet">{texts.notNeeded}</StateMark>
            ) : (
              <StateMark kind={stateKinds[round.state]} icon={stateIcons[round.state]}>
                {shared.roundStates[round.state]}
              </StateMark>
            )}
            {run?.figures == null ? null : <RunGate run={run} />}
          </span>
        </div>
        {run === undefined && !round.needed ? (
          <p className={styles.facts}>{texts.notNeededWhy}</p>
        ) : null}
        {run === undefined ? null : <RunSummary run={run} />}
        {round.assisted == null ? null : <AssistedFacts project={project} round={round} />}
        {run?.figures == null ? null : (
          <GateList
            run={run.run}
            figures={run.figures}
            isOpen={run.closed_at === null}
            task={task}
            mayAct={mayAct}
          />
        )}
        <RuleChanges changes={ruleChanges} />
        {blocks.length === 0 || round.state === 'closed' ? null : (
          <ul className={styles.blocks}>
            {blocks.map((block) => (
              <li key={`${block.kind}${block.round}`}>
                <Icon name={round.state === 'locked' ? 'lock' : 'warning'} size={13} />
                <span>{said(block.text)}</span>
              </li>
            ))}
          </ul>
        )}
        {round.admissions.some((one) => !one.admitted) ? (
          <AdmissionList admissions={round.admissions} task={task} mayAct={mayAct} />
        ) : null}
        {run === undefined ? null : <ByAnnotator run={run} />}
        {run === undefined || run.access.length === 0 ? null : <AccessList access={run.access} />}
        {round.runs.length < 2 ? null : (
          <Disclosure title={texts.earlier}>
            <ul className={styles.gateList}>
              {round.runs.slice(0, -1).map((one) => (
                <li key={one.run}>
                  {one.figures === null ? null : <RunGate run={one} />}
                  <RunSummary run={one} />
                </li>
              ))}
            </ul>
          </Disclosure>
        )}
        {mayAct ? <RoundActions round={round} ask={setAsked} /> : null}
      </div>
      {asked === 'open' ? <OpenDialog project={project} round={round} onClose={close} /> : null}
      {asked === 'close' && run !== undefined ? (
        <CloseDialog project={project} round={round} run={run} onClose={close} />
      ) : null}
      {asked === 'waive' && run !== undefined ? (
        <WaiveDialog round={round} run={run} onClose={close} />
      ) : null}
    </li>
  );
}

interface RoundActionsProps {
  readonly round: RoundReply;
  readonly ask: (action: RoundAction) => void;
}

/** What a lead can do with a round now. */
function RoundActions({ round, ask }: RoundActionsProps) {
  const texts = useTexts(overviewTexts);
  const { login } = useSession().account;
  const run = round.runs.at(-1);
  const mayOpen =
    round.may_open &&
    (round.needed || run === undefined) &&
    !(round.kind === 'training' && run?.figures?.passed === true);
  const takesPart =
    run?.closed_at === null && run.annotators.some((one) => one.annotator === login);
  return (
    <div className={styles.actions}>
      {mayOpen ? (
        <Button
          size="compact-md"
          variant={round.state === 'ready' ? 'filled' : 'default'}
          onClick={() => ask('open')}
        >
          {run === undefined ? texts.open : texts.repeat}
        </Button>
      ) : null}
      {run === undefined || !takesPart ? null : (
        <ButtonLink
          size="compact-md"
          target={{ to: 'annotate', params: { run: run.run } }}
          aria-label={`${texts.judge}: ${round.round}`}
        >
          {texts.judge}
        </ButtonLink>
      )}
      {run !== undefined && run.closed_at === null ? (
        <Button
          size="compact-md"
          variant={isComplete(run) ? 'filled' : 'default'}
          onClick={() => ask('close')}
        >
          {texts.close}
        </Button>
      ) : null}
      {run !== undefined && mayWaive(round, run) ? (
        <Button size="compact-md" variant="default" onClick={() => ask('waive')}>
          {texts.waive}
        </Button>
      ) : null}
    </div>
  );
}

function isComplete({ figures }: Run): boolean {
  return figures !== null && figures.judged >= figures.wanted;
}

/** A gate is waived once its run is closed, and only while the round is still needed. */
function mayWaive({ kind, needed }: RoundReply, run: Run): boolean {
  // A training under other questions admits nobody, whatever is waived.
  const isOver = kind === 'training' && run.stale.questions;
  return needed && !isOver && waivableGates(run).length > 0;
}

const stateKinds = { locked: 'quiet', ready: 'active', open: 'active', closed: 'quiet' } as const;
const stateIcons = { locked: 'lock', ready: 'right', open: 'clock', closed: 'check' } as const;

function RunGate({ run }: { readonly run: Run }) {
  const { soFar } = useTexts(overviewTexts);
  const outcome = gateOutcome(run.figures!.status, run.figures!.passed);
  const isSoFar = run.closed_at === null && (outcome === 'passed' || outcome === 'failed');
  return <GateMark outcome={outcome} say={(word) => (isSoFar ? `${word}, ${soFar}` : word)} />;
}

function RunSummary({ run }: { readonly run: Run }) {
  const texts = useTexts(overviewTexts);
  const format = useFormat();
  return (
    <>
      <p className={styles.facts}>
        {[
          texts.runFacts(run.attempt, run.guideline, run.seed),
          texts.opened(format.date(run.opened_at), run.opened_by),
          ...(run.closed_at === null ? [] : [texts.closed(format.date(run.closed_at))]),
        ].join(' · ')}
      </p>
      {run.figures === null ? null : (
        <ProgressLine done={run.figures.judged} total={run.figures.wanted} label={texts.progress} />
      )}
      {run.stale.questions || run.stale.guideline ? (
        <Notice kind="warn">
          {run.stale.questions ? texts.staleQuestions : texts.staleGuideline}
        </Notice>
      ) : null}
    </>
  );
}

function ByAnnotator({ run }: { readonly run: Run }) {
  const texts = useTexts(overviewTexts);
  if (run.closed_at !== null || run.annotators.length === 0) return null;
  return (
    <Disclosure title={texts.people}>
      <ul className={styles.people}>
        {run.annotators.map((one) => (
          <li key={one.annotator}>
            <span>{one.annotator}</span>
            <ProgressLine done={one.judged} total={one.held} label={one.annotator} />
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

/** Whose suggestions annotators see, and what that means for their judgments. */
function AssistedFacts({ project, round }: Pick<RoundStepProps, 'project' | 'round'>) {
  const texts = useTexts(overviewTexts).assisted;
  const format = useFormat();
  const { by = '', control = 0 } = round.assisted ?? {};
  const search = { task: round.task };
  return (
    <p className={styles.facts} data-assisted={by}>
      <StateMark kind="warn" icon="model">
        {texts.mark}
      </StateMark>{' '}
      {texts.facts(by, format.percent(control, 0))}{' '}
      <Link target={{ to: 'annotators', params: { project }, search }}>{texts.monitor}</Link>
    </p>
  );
}
