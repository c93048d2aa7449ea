import { annotatorStanding, panelAnnotators } from '../../domain/judging/annotator.ts';
import type { LoggedJudgment } from '../../domain/judging/judgment.ts';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import type { RoundKind } from '../../domain/rounds/round.ts';

/**
 * Why a judgment is left out. `stale`: other questions, or another guideline. `training`: its truth
 * is known. `round-not-passed`: its pilot is open, or its gate has neither passed nor been waived.
 * `round-not-named`: the protocol names the rounds that count, and not this one.
 */
export type LeftOut = 'stale' | 'training' | 'round-not-passed' | 'round-not-named';

/** Why an annotator's judgments weigh nothing. */
export type Weightless = 'not-on-panel' | 'weight-0' | 'not-admitted';

/** A run as far as it decides whether its judgments count. */
export interface CountedRun {
  readonly round: string;
  readonly kind: RoundKind;
  /** Whether the run is closed and every gate of it has passed or was waived. */
  readonly passed: boolean;
}

/** What decides whose judgments on a task count. */
export interface CountingFacts {
  readonly protocol: Pick<Protocol, 'panel' | 'truth' | 'guideline'>;
  readonly taskHash: string;
  /** Everybody who holds, or held, the role of an annotator; null where nobody has roles. */
  readonly people: ReadonlySet<string> | null;
  /** Who was admitted by the training on the task; null when there has been none. */
  readonly admitted: ReadonlySet<string> | null;
  readonly runs: ReadonlyMap<string, CountedRun>;
}

/** How much somebody's judgments count, and why nothing where they do not. */
export interface CountedAnnotator {
  readonly weight: number;
  readonly why: Weightless | null;
}

/** Says of each judgment whether it counts, and of each annotator how much. */
export class Counting {
  readonly #facts: CountingFacts;
  readonly #rounds: ReadonlySet<string> | null;

  constructor(facts: CountingFacts) {
    const { protocol } = facts;
    this.#facts = facts;
    this.#rounds = protocol.truth === null ? null : new Set(protocol.truth);
  }

  /** The runs of models that must all have judged a unit. */
  get required(): readonly string[] {
    return panelAnnotators(this.#facts.protocol.panel)
      .filter((annotator) => annotator.kind === 'model' && annotator.weight > 0)
      .map((annotator) => annotator.id);
  }

  annotator(name: string): CountedAnnotator {
    const { protocol, people, admitted } = this.#facts;
    const { kind, weight } = annotatorStanding(protocol.panel, name, people);
    if (kind === null) return { weight: 0, why: 'not-on-panel' };
    if (weight === 0) return { weight, why: 'weight-0' };
    if (kind === 'human' && admitted?.has(name) === false)
      return { weight: 0, why: 'not-admitted' };
    return { weight, why: null };
  }

  /** Why a judgment is left out; null when it is taken in. */
  leftOut(judgment: Pick<LoggedJudgment, 'run' | 'taskHash' | 'guideline'>): LeftOut | null {
    const { protocol, taskHash, runs } = this.#facts;
    const run = judgment.run === null ? null : runs.get(judgment.run);
    if (run?.kind === 'training') return 'training';
    if (judgment.taskHash !== taskHash) return 'stale';
    if (run !== null && run !== undefined) {
      if (this.#rounds?.has(run.round) === false) return 'round-not-named';
      const mustPass = this.#rounds === null && run.kind === 'pilot';
      if (mustPass && !run.passed) return 'round-not-passed';
    }
    const isFull = run?.kind === 'full';
    return isFull || judgment.guideline === protocol.guideline.version ? null : 'stale';
  }
}
