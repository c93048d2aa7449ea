import type { Consensus } from '../../domain/fold/consensus.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import type { Task } from '../../domain/protocol/task.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import type { DecidedUnit } from '../fold/column-consensus.ts';
import type { JudgmentColumns } from '../fold/judgment-columns.ts';
import type { ColumnDecider } from '../fold/panel-decider.ts';
import { resolve } from '../fold/resolve.ts';
import { answerCodes, codeAnswer, notAnswered } from '../protocol/answer-codes.ts';
import type { SubjectUnit, SubjectTruth, UnitState } from './subject-truth.ts';
import { unitIn } from './subject-units.ts';
import type { NumberedSubject, SubjectUnits } from './subject-units.ts';
import type { Topic } from './topic.ts';
import { byWeight } from './unit-grounds.ts';
import type { Quoted, UnitGrounds } from './unit-grounds.ts';

/** Everything that is known about the units of a topic. */
export interface KnownJudgments {
  readonly topic: Topic;
  readonly units: SubjectUnits;
  /** The judgments one by one. */
  readonly raw: JudgmentColumns;
  readonly decider: ColumnDecider;
  readonly weightOf: (annotator: string) => number;
  /** Annotators who must all have judged a unit before it counts. */
  readonly required: readonly string[];
  /** Whether a judgment on a unit is still missing; by default none is. */
  readonly isAwaited?: (unit: number) => boolean;
  readonly allowPartial: boolean;
  /** Stored aggregates, for units without known judgments, with words outside of the terms. */
  readonly stored?: {
    readonly aggregated: JudgmentColumns;
    readonly strays: ReadonlyMap<number, ReadonlyMap<number, string>>;
  };
  /** Passages and texts by the number of the unit, where they are kept. */
  readonly quotes?: ReadonlyMap<number, readonly Quoted[]>;
  /** 16 hexadecimal digits over weights and tie-break; null when no votes were counted. */
  readonly weightsHash: string | null;
  readonly notes: readonly string[];
}

/** The consensus on a unit, before any ruling. */
export interface BaseUnit {
  readonly state: UnitState;
  readonly codes: number[];
  readonly strays: ReadonlyMap<number, string> | null;
  readonly isPartial: boolean;
}

/** A ruling that could not be applied, or that no longer fits what it corrects. */
export interface RulingRemark {
  readonly unit: string;
  readonly why: string;
}

/** What became of the rulings on a topic. */
export interface RulingReport {
  readonly applied: number;
  readonly unused: readonly RulingRemark[];
  /** Applied anyway: a ruling outranks what the models say. */
  readonly stale: readonly RulingRemark[];
}

/**
 * The truth about a topic's units, by subject: votes, or the stored aggregate without them, then
 * rulings. Verdicts are computed from this alone.
 */
export class TopicTruths {
  readonly known: KnownJudgments;
  readonly topic: Topic;
  overrides: RulingReport = { applied: 0, unused: [], stale: [] };
  /** 16 hexadecimal digits over the rulings; null when there are none. */
  overridesHash: string | null = null;
  readonly #required: readonly number[];
  readonly #isAsked: boolean;
  #rulings: ReadonlyMap<number, Ruling> = new Map();

  constructor(known: KnownJudgments) {
    this.known = known;
    this.topic = known.topic;
    this.#required = known.required.map((name) => known.raw.annotators.indexOf(name));
    this.#isAsked = !this.#required.includes(-1);
  }

  /** Takes the rulings that go before the consensus, by the number of the unit. */
  rule(rulings: ReadonlyMap<number, Ruling>, report: RulingReport, hash: string | null): void {
    this.#rulings = rulings;
    this.overrides = report;
    this.overridesHash = hash;
  }

  get subjectCount(): number {
    return this.known.units.subjectCount;
  }

  *subjects(): IterableIterator<SubjectTruth> {
    for (const subject of this.known.units.subjects()) yield this.#subject(subject);
  }

  /** One subject; null when there is none of that name. */
  subject(id: string): SubjectTruth | null {
    const subject = this.known.units.subject(id);
    return subject === null ? null : this.#subject(subject);
  }

  /** The unit's subject as one more ruling would make it, or null; nothing is changed. */
  afterRuling(ruling: Ruling): SubjectTruth | null {
    const { units } = this.known;
    const unit = unitIn(units, ruling.unit);
    const subject = unit < 0 ? null : units.subject(units.subjectOf(unit));
    return subject === null ? null : this.#subject(subject, { unit, ruling });
  }

  /** What the judgments alone say about a unit. */
  base(unit: number): BaseUnit {
    const { raw, stored, decider, allowPartial, isAwaited } = this.known;
    const { questions } = this.topic.task;
    const isComplete =
      this.#isAsked &&
      this.#required.every((annotator) => raw.has(unit, annotator)) &&
      isAwaited?.(unit) !== true;
    if ((isComplete || allowPartial) && raw.isJudged(unit)) {
      const decided: DecidedUnit = { codes: questions.map(() => notAnswered), isOpen: false };
      decider.decide(unit, decided);
      const state = decided.isOpen ? 'open' : 'known';
      return { state, codes: decided.codes, strays: null, isPartial: !isComplete };
    }
    if (stored?.aggregated.has(unit, 0) !== true)
      return { state: 'missing', codes: [], strays: null, isPartial: false };
    const codes = questions.map((_, at) => stored.aggregated.code(unit, 0, at));
    return { state: 'known', codes, strays: stored.strays.get(unit) ?? null, isPartial: false };
  }

  /** The answers that the judgments alone give; none about a unit that is in no subject. */
  baseAnswers(unitId: string): Answers {
    const unit = unitIn(this.known.units, unitId);
    return unit < 0 ? {} : answersOf(this.topic.task, this.base(unit));
  }

  /** Why a ruling gives no truth: no consensus to correct and not complete by itself; or null. */
  whyUnused(unit: number, ruling: Ruling): string | null {
    const isMissing = this.base(unit).state === 'missing';
    if (!isMissing || resolve(this.topic.task, [], [ruling])[0]?.from !== 'open') return null;
    const judged = this.known.raw.isJudged(unit)
      ? 'not everybody has judged it yet'
      : 'nobody has judged it';
    return `${judged}, and the correction alone leaves questions open`;
  }

  /** What the answers to a unit rest on, by its id. */
  grounds(unitId: string): UnitGrounds {
    const { raw, units, weightOf, stored, quotes } = this.known;
    const unit = units.ids.find(unitId);
    if (unit < 0) return { votes: [], consensus: null, stored: null, quotes: [] };
    const votes = raw.annotators.flatMap((annotator, at) =>
      raw.has(unit, at)
        ? [{ annotator, weight: weightOf(annotator), answers: raw.answers(unit, at) }]
        : [],
    );
    const isStored = stored?.aggregated.has(unit, 0) === true;
    return {
      votes: byWeight(votes),
      consensus: votes.length === 0 ? null : this.known.decider.explain(unit, unitId),
      stored: isStored ? stored.aggregated.answers(unit, 0) : null,
      quotes: quotes?.get(unit) ?? [],
    };
  }

  /** The consensus of the votes on a unit; null when its base has none. */
  votedConsensus(unit: number, base: BaseUnit): Consensus | null {
    const { raw, units, decider } = this.known;
    const isVoted = raw.isJudged(unit) && base.strays === null;
    return isVoted ? decider.explain(unit, units.ids.at(unit)) : null;
  }

  #subject(
    { id, fields, units, ids, ranks }: NumberedSubject,
    further?: { readonly unit: number; readonly ruling: Ruling },
  ): SubjectTruth {
    const unitOf = (unit: number, at: number): SubjectUnit => {
      const own = further?.unit === unit ? further.ruling : this.#rulings.get(unit);
      const place = { id: ids[at]!, day: this.known.units.day(unit), rank: ranks[at]! };
      const base = this.base(unit);
      if (own !== undefined) return { ...place, ...this.#ruled(unit, base, own) };
      const isKnown = base.state === 'known';
      const codes = isKnown ? base.codes : [];
      return { ...place, ...base, codes, ruling: null, isPartial: base.isPartial && isKnown };
    };
    return { id, fields, units: Array.from(units, unitOf) };
  }

  #ruled(unit: number, base: BaseUnit, given: Ruling): Omit<SubjectUnit, 'id' | 'day' | 'rank'> {
    const { task } = this.topic;
    const agreed = base.state === 'missing' ? [] : [this.#consensus(unit, base)];
    const [truth] = resolve(task, agreed, [given]);
    const nothing = { codes: [], strays: null, isPartial: false };
    if (truth === undefined || truth.from === 'open')
      return { ...nothing, state: base.state === 'missing' ? 'missing' : 'open', ruling: null };
    const ruling = truth.from === 'consensus' ? null : { by: truth.by, reason: truth.reason };
    if (truth.from === 'excluded') return { ...nothing, state: 'excluded', ruling };
    const codes = answerCodes(task, truth.answers);
    const kept = [...(base.strays ?? [])].filter(([at]) => codes[at] === base.codes[at]);
    const strays = base.strays === null ? null : new Map(kept);
    return { state: 'known', codes, strays, isPartial: base.isPartial, ruling };
  }

  /** The consensus that a ruling goes over: that of the votes, or a stored one without votes. */
  #consensus(unit: number, base: BaseUnit): Consensus {
    const { task } = this.topic;
    const unknown = { confidence: null, votes: [], tied: [], tieBroken: false };
    const questions = task.questions.flatMap((question, at) => {
      const answer = codeAnswer(question, base.codes[at] ?? notAnswered);
      return answer === undefined ? [] : [{ question: question.id, answer, ...unknown }];
    });
    const stored = { unit: this.known.units.ids.at(unit), task: task.id, questions, open: [] };
    return this.votedConsensus(unit, base) ?? stored;
  }
}

/** The answers of a consensus on a unit, with those outside the terms in their own words. */
export function answersOf(
  task: Task,
  { codes, strays }: Pick<SubjectUnit, 'codes' | 'strays'>,
): Answers {
  return Object.fromEntries(
    task.questions.flatMap((question, at) => {
      const answer = strays?.get(at) ?? codeAnswer(question, codes[at] ?? notAnswered);
      return answer === undefined ? [] : [[question.id, answer]];
    }),
  );
}
