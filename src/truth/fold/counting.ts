import { annotatorStanding, panelAnnotators } from '../../domain/judging/annotator.ts';
import type { LoggedJudgment } from '../../domain/judging/judgment.ts';
import type { Uncounted, Weightless } from '../../domain/fold/uncounted.ts';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import type { RoundKind } from '../../domain/rounds/round.ts';

/** What of a run decides whether its judgments count, by the version it was opened under. */
export interface CountedRun {
  readonly round: string;
  readonly kind: RoundKind;
  /** `open`; or closed, and every gate of it `passed` or was waived; or one is missed: `failed`. */
  readonly state: 'open' | 'passed' | 'failed';
  /** Whether it comes after a training on the task, so that only who was admitted counts. */
  readonly trained: boolean;
}

/** What decides whose judgments on a task count. */
export interface CountingFacts {
  readonly task: string;
  readonly protocol: Pick<Protocol, 'panel' | 'truth' | 'guideline'>;
  /** The hashes of judgments under the present questions. */
  readonly hashes: ReadonlySet<string>;
  /** Whether the task is judged in rounds, so that what belongs to none does not count. */
  readonly hasRounds: boolean;
  /** Everybody who holds, or held, the role of an annotator; null where nobody has roles. */
  readonly people: ReadonlySet<string> | null;
  /** Who was admitted by the training on the task. */
  readonly admitted: ReadonlySet<string>;
  readonly runs: ReadonlyMap<string, CountedRun>;
}

/** How much somebody's judgments count, and why if they do not. */
export interface CountedAnnotator {
  readonly weight: number;
  readonly why: Weightless | null;
}

/** What decides whether a judgment counts, before its answers are looked at. */
export type CountableJudgment = Pick<
  LoggedJudgment,
  'run' | 'taskHash' | 'guideline' | 'annotator'
>;

/** Says of each judgment whether it counts, and of each annotator how much. */
export class Counting {
  readonly #facts: CountingFacts;
  readonly #rounds: ReadonlySet<string> | null;
  readonly #annotators = new Map<string, CountedAnnotator>();

  constructor(facts: CountingFacts) {
    const { protocol } = facts;
    this.#facts = facts;
    this.#rounds = protocol.truth === null ? null : new Set(protocol.truth);
  }

  /** Whether the task is judged in rounds: then units that none has asked for are not missing. */
  get hasRounds(): boolean {
    return this.#facts.hasRounds;
  }

  /** What kind of round a run was opened for; null where that does not matter. */
  kindOf(run: string): RoundKind | null {
    return this.#facts.runs.get(run)?.kind ?? null;
  }

  /** The runs of models that must all have judged a unit: of those that are for the task. */
  get required(): readonly string[] {
    const { protocol, task } = this.#facts;
    return panelAnnotators(protocol.panel, task)
      .filter((annotator) => annotator.kind === 'model' && annotator.weight > 0)
      .map((annotator) => annotator.id);
  }

  annotator(name: string): CountedAnnotator {
    const known = this.#annotators.get(name) ?? this.#annotator(name);
    this.#annotators.set(name, known);
    return known;
  }

  /**
   * Why a judgment does not count; null when it does, if its answers are valid and no later one
   * replaces it.
   */
  uncounted(judgment: CountableJudgment): Uncounted | null {
    const { protocol, hashes, runs } = this.#facts;
    const run = judgment.run === null ? undefined : runs.get(judgment.run);
    if (run?.kind === 'training') return { why: 'training', round: run.round };
    if (!hashes.has(judgment.taskHash)) return { why: 'stale', round: null };
    const { guideline } = judgment;
    if (run?.kind !== 'full' && guideline !== protocol.guideline.version)
      return { why: 'stale', round: null, guideline };
    const { why } = this.annotator(judgment.annotator);
    if (why !== null) return { why, round: null };
    return run === undefined ? this.#outside() : this.#inRun(run, judgment.annotator);
  }

  #outside(): Uncounted | null {
    return this.#facts.hasRounds ? { why: 'outside-rounds', round: null } : null;
  }

  #inRun({ round, kind, state, trained }: CountedRun, annotator: string): Uncounted | null {
    if (this.#rounds?.has(round) === false) return { why: 'round-not-named', round };
    if (trained && !this.#isAdmitted(annotator)) return { why: 'not-admitted', round };
    if (this.#rounds !== null || kind !== 'pilot' || state === 'passed') return null;
    return { why: state === 'failed' ? 'round-failed' : 'round-not-passed', round };
  }

  /** Models need no training. */
  #isAdmitted(annotator: string): boolean {
    const { protocol, people, admitted, task } = this.#facts;
    const { kind } = annotatorStanding(protocol.panel, annotator, people, task);
    return kind !== 'human' || admitted.has(annotator);
  }

  #annotator(name: string): CountedAnnotator {
    const { protocol, people, task } = this.#facts;
    const { kind, weight } = annotatorStanding(protocol.panel, name, people, task);
    if (kind === null) return { weight: 0, why: 'not-on-panel' };
    return { weight, why: weight === 0 ? 'weight-0' : null };
  }
}
