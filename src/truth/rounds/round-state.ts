import { codedText } from '../../domain/text-values.ts';
import { byCodeUnits } from '../../domain/by-code-units.ts';
import type { CodedText } from '../../domain/coded-text.ts';
import { completeGate, guidelineGate, questionsGate } from '../../domain/rounds/gate.ts';
import { codedGate } from '../../domain/rounds/gate-text.ts';
import type { GateStatus } from '../../domain/rounds/gate-status.ts';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import type { Round, RoundKind } from '../../domain/rounds/round.ts';
import { isWaived } from './admission.ts';
import type { GateWaiver } from './admission.ts';
import { isShared, quotaCheck, worstStatus } from './gate-report.ts';
import type { GateCheck } from './gate-report.ts';
import { stageOf, undecidedBefore } from './run-history.ts';
import type { PlannedRound } from './run-history.ts';

/** An opened round with its current figures. */
export interface RunFigures {
  readonly run: string;
  readonly round: string;
  readonly attempt: number;
  readonly task: string;
  /** The kind of its round in the protocol version that it was opened under. */
  readonly kind: RoundKind;
  /** The rounds of that version, in order. */
  readonly rounds: readonly PlannedRound[];
  readonly openedAt: string;
  readonly closedAt: string | null;
  readonly guideline: string;
  readonly taskHash: string;
  /** Judgments that are wanted, and judgments that count. */
  readonly wanted: number;
  readonly judged: number;
  /** The gates, computed from the judgments; in training one per gate and annotator. */
  readonly checks: readonly GateCheck[];
  readonly waivers: readonly GateWaiver[];
}

/** What prevents a round from opening. */
export type Block = { readonly round: string } & (
  | { readonly kind: 'not-opened' }
  | ({ readonly kind: 'not-closed' } & Pick<RunFigures, 'run' | 'judged' | 'wanted'>)
  | {
      readonly kind: 'gate';
      readonly run: string;
      readonly checks: readonly GateCheck[];
      /** Whether the protocol no longer has the round. */
      readonly retired: boolean;
    }
  | { readonly kind: 'admission'; readonly admitted: number; readonly needed: number }
  | { readonly kind: 'running' | 'passed'; readonly run: string }
);

/** One opening of a round. */
export interface RunState extends RunFigures {
  /** The worst of what neither passed nor was waived; else the worst of all. */
  readonly status: GateStatus;
  /** Every check passed or was waived; final only once the run is closed. */
  readonly passed: boolean;
  /** The checks that neither passed nor were waived. */
  readonly unmet: readonly GateCheck[];
  /** Judged under other questions, or another guideline, than the protocol has now. */
  readonly stale: { readonly questions: boolean; readonly guideline: boolean };
}

/** The state of a round of the protocol. */
export interface RoundState {
  readonly round: string;
  readonly kind: RoundKind;
  readonly task: string;
  readonly state: 'locked' | 'ready' | 'open' | 'closed';
  /** False for a repeated pilot whose first one passed. */
  readonly needed: boolean;
  /** Whether it may be opened now, for the first time or again. */
  readonly mayOpen: boolean;
  /** Why not; empty when it may. */
  readonly blocks: readonly Block[];
  readonly runs: readonly RunState[];
}

/** What the protocol has now, and who may go on after the training of a task. */
export interface PresentState {
  readonly guideline: string;
  taskHash(task: string): string;
  /** How many annotators are admitted to the rounds after the training of a task. */
  admitted(task: string): number;
}

/**
 * Whether somebody goes on without the judgments that a closed run lacks. Until then, units on
 * which the first annotators disagreed wait for the further ones that were asked for.
 */
export function goesOnIncomplete(
  waivers: readonly Pick<GateWaiver, 'gate' | 'withdrawn'>[],
): boolean {
  return waivers.some(({ gate, withdrawn }) => gate === completeGate && withdrawn === null);
}

/**
 * The state of every round, in protocol order. A round waits for the previous one on its task: for
 * enough admitted annotators after training, for a gate passed or waived after a pilot or full
 * round. Consecutive pilots of a task are one stage: a later one repeats an earlier one, and the
 * latest opened decides. A closed round may be reopened on other units when it did not pass;
 * training for those who must repeat it, a full round for more units. A run that did not pass also
 * blocks what came after it in its own protocol version, whatever the protocol says now.
 */
export function roundStates(
  protocol: Protocol,
  runs: readonly RunFigures[],
  present: PresentState,
): readonly RoundState[] {
  const states = runs.map((run) => runState(run, present));
  return protocol.rounds.map((round) => roundState(round, protocol, states, present));
}

/** The runs of rounds that the protocol no longer has; a failed one blocks until it is waived. */
export function retiredRuns(
  protocol: Protocol,
  runs: readonly RunFigures[],
  present: PresentState,
): readonly RunState[] {
  const isGone = ({ round }: RunFigures): boolean =>
    !protocol.rounds.some((one) => one.id === round);
  return runs.filter(isGone).map((run) => runState(run, present));
}

/** A block, to be put into words. */
export function blockText(block: Block): CodedText {
  switch (block.kind) {
    case 'not-opened':
      return codedText('round-comes-first', { round: block.round });
    case 'not-closed': {
      const { round, judged, wanted } = block;
      return codedText('round-still-open', { round, judged, wanted });
    }
    case 'admission': {
      const { round, needed, admitted } = block;
      return codedText('admissions-needed', { round, needed, admitted });
    }
    case 'running':
      return codedText('round-is-open');
    case 'passed':
      return codedText('round-has-passed');
    case 'gate': {
      const shown = block.checks.slice(0, 3).map(checkText);
      const count = block.checks.length - shown.length;
      const checks = count === 0 ? shown : [...shown, codedText('more-checks', { count })];
      const isSuperseded = block.checks.every((check) => check.status === 'SUPERSEDED');
      const kind = isSuperseded ? 'superseded' : 'not-passed';
      const code = `${block.retired ? 'retired' : 'round'}-${kind}` as const;
      return codedText(code, { round: block.round, checks });
    }
  }
}

/** A check that was missed, to be put into words. */
export function checkText(check: GateCheck): CodedText {
  const { gate, scope, target, actual, n, why } = check;
  if (check.status === 'SUPERSEDED' && why !== undefined)
    return codedText('check-superseded', { gate, why });
  const named = codedGate(gate);
  if (actual === null || why !== undefined)
    return codedText('check-unvalued', { gate: named, scope, why: why ?? codedText('no-value') });
  const rounded = actual.toFixed(3);
  // A value that just misses its target is not shown as the target.
  const shown = Number(rounded) === target ? actual.toFixed(6) : rounded;
  return codedText('check-missed', { gate: named, scope, actual: shown, n });
}

/** Whether a run is closed, and every gate that it was opened under has passed or was waived. */
export function hasPassed(run: RunFigures, kind: RoundKind): boolean {
  const checks = [...run.checks, ...quotaChecks(run, kind)];
  return run.closedAt !== null && unmetChecks(run, checks).length === 0;
}

function unmetChecks({ waivers }: RunFigures, checks: readonly GateCheck[]): readonly GateCheck[] {
  return checks.filter((check) => check.status !== 'PASS' && !isWaived(check, waivers));
}

/** A run with what its gates came to, and what has changed since. */
export function runState(
  run: RunFigures,
  present: Pick<PresentState, 'guideline' | 'taskHash'>,
): RunState {
  const stale = {
    questions: run.taskHash !== present.taskHash(run.task),
    guideline: run.guideline !== present.guideline,
  };
  const checks = [...run.checks, ...ownChecks(run, run.kind, stale, present)];
  const unmet = unmetChecks(run, checks);
  const status = worstStatus(unmet.length > 0 ? unmet : checks);
  return { ...run, checks, status, passed: unmet.length === 0, unmet, stale };
}

/** The check that everything was judged, where no gate says it. */
function quotaChecks(run: RunFigures, kind: RoundKind): readonly GateCheck[] {
  const isMissing = run.closedAt !== null && run.judged < run.wanted && kind !== 'training';
  const isSaid = run.checks.some((check) => check.gate === completeGate);
  return isMissing && !isSaid ? [quotaCheck(completeGate, run.wanted, run.judged)] : [];
}

/** Checks that every protocol implies: everything was judged, under the current questions. */
function ownChecks(
  run: RunFigures,
  kind: RoundKind,
  stale: RunState['stale'],
  present: Pick<PresentState, 'guideline'>,
): readonly GateCheck[] {
  const found: GateCheck[] = [...quotaChecks(run, kind)];
  const superseded = { target: 1, actual: 0, n: run.judged, status: 'SUPERSEDED' } as const;
  const version = { measure: 'version', ...superseded };
  if (stale.questions)
    found.push({
      ...version,
      gate: questionsGate,
      scope: codedText('scope-questions'),
      why: codedText('questions-changed'),
    });
  if (stale.guideline && kind === 'pilot')
    found.push({
      ...version,
      gate: guidelineGate,
      scope: codedText('scope-guideline'),
      why: codedText('guideline-changed', { before: run.guideline, now: present.guideline }),
    });
  return found;
}

function roundState(
  round: Round,
  protocol: Protocol,
  states: readonly RunState[],
  present: PresentState,
): RoundState {
  const runs = states.filter((run) => run.round === round.id);
  const latest = runs.at(-1);
  const stage = stageOf(round, protocol.rounds);
  const decided = latestOf(stage, states);
  const isPassed = decided !== undefined && decided.closedAt !== null && decided.passed;
  const common = { round: round.id, kind: round.kind, task: round.task, runs };
  const stateOf = (
    state: RoundState['state'],
    needed: boolean,
    blocks: readonly Block[],
  ): RoundState => ({ ...common, state, needed, mayOpen: blocks.length === 0, blocks });
  const prior = priorBlocks(round, stage, protocol, states);
  const decisions = [
    ...prior,
    ...historyBlocks(round, protocol, states).filter(
      ({ run }) => !prior.some((one) => 'run' in one && one.run === run),
    ),
  ];
  if (latest !== undefined && latest.closedAt === null) {
    const running: Block = { kind: 'running', round: round.id, run: latest.run };
    // A gate before it that is red again, since its waiver was withdrawn.
    return stateOf('open', true, [running, ...decisions.filter(({ kind }) => kind === 'gate')]);
  }
  const before = [...decisions, ...admissionBlocks(round, protocol, states, present)];
  if (latest === undefined)
    return stateOf(before.length === 0 ? 'ready' : 'locked', !isPassed, before);
  if (isPassed && round.kind === 'pilot')
    return stateOf('closed', false, [{ kind: 'passed', round: round.id, run: decided.run }]);
  return stateOf('closed', !isPassed, before);
}

/** The run of a stage that was opened last. */
function latestOf(stage: readonly Round[], states: readonly RunState[]): RunState | undefined {
  return states
    .filter((run) => stage.some((round) => round.id === run.round))
    .toSorted((a, b) => byCodeUnits(a.openedAt, b.openedAt) || a.attempt - b.attempt)
    .at(-1);
}

function priorBlocks(
  round: Round,
  stage: readonly Round[],
  protocol: Protocol,
  states: readonly RunState[],
): readonly Block[] {
  const same = protocol.rounds.filter((one) => one.task === round.task);
  const sibling = stage[stage.indexOf(round) - 1];
  const open = states.find(
    (one) => one.closedAt === null && stage.some((other) => other.id === one.round),
  );
  if (open !== undefined) return [notClosed(open)];
  if (sibling !== undefined)
    return states.some((one) => one.round === sibling.id)
      ? []
      : [{ kind: 'not-opened', round: sibling.id }];
  const previous = same[same.indexOf(stage[0]!) - 1];
  if (previous === undefined || previous.kind === 'training') return [];
  const run = latestOf(stageOf(previous, protocol.rounds), states);
  if (run === undefined) return [{ kind: 'not-opened', round: previous.id }];
  if (run.closedAt === null) return [notClosed(run)];
  return run.passed ? [] : [notPassed(run, protocol)];
}

/** Blocks of earlier runs, whatever the protocol says about their rounds now. */
function historyBlocks(
  round: Round,
  protocol: Protocol,
  states: readonly RunState[],
): readonly (Block & { readonly run: string })[] {
  return undecidedBefore(round, states).map((run) =>
    run.closedAt === null ? notClosed(run) : notPassed(run, protocol),
  );
}

function notPassed(
  { round, run, unmet }: RunState,
  { rounds }: Protocol,
): Extract<Block, { kind: 'gate' }> {
  const retired = !rounds.some((one) => one.id === round);
  return { kind: 'gate', round, run, checks: unmet, retired };
}

function notClosed({
  round,
  run,
  judged,
  wanted,
}: RunState): Extract<Block, { kind: 'not-closed' }> {
  return { kind: 'not-closed', round, run, judged, wanted };
}

/**
 * Every round after a training needs as many admitted annotators as it has per unit. Where they are
 * lacking, a gate between the trainees that is missed or not decided is named, too.
 */
function admissionBlocks(
  round: Round,
  protocol: Protocol,
  states: readonly RunState[],
  present: PresentState,
): readonly Block[] {
  const training = trainingBefore(round, protocol);
  if (training === undefined) return [];
  const needed = round.annotators ?? 1;
  const admitted = present.admitted(round.task);
  if (admitted >= needed) return [];
  return [
    ...trainingBlocks(latestOf([training], states), protocol),
    { kind: 'admission', round: training.id, admitted, needed },
  ];
}

function trainingBlocks(run: RunState | undefined, protocol: Protocol): readonly Block[] {
  if (run === undefined || run.stale.questions || !run.checks.some(isShared)) return [];
  if (run.closedAt === null) return [notClosed(run)];
  const checks = missedTogether(run);
  return checks.length === 0 ? [] : [{ ...notPassed(run, protocol), checks }];
}

/** The gates between trainees that a training missed; none under other questions than now. */
export function missedTogether({ unmet, stale }: RunState): readonly GateCheck[] {
  return stale.questions ? [] : unmet.filter(isShared);
}

/** The training round that comes before a round on the same task, where there is one. */
export function trainingBefore(round: Round, protocol: Protocol): Round | undefined {
  if (round.kind === 'training') return undefined;
  return protocol.rounds
    .slice(0, protocol.rounds.indexOf(round))
    .findLast((one) => one.task === round.task && one.kind === 'training');
}
