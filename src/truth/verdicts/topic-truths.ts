import type { CodedText } from '../../domain/coded-text.ts';
import { codedText } from '../../domain/text-values.ts';
import type { Consensus } from '../../domain/fold/consensus.ts';
import type { StandingName } from '../../domain/fold/standing.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import type { Task } from '../../domain/protocol/task.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import { reasonText } from '../../domain/fold/open-reason.ts';
import { RulingResolver } from '../fold/resolve.ts';
import { storedLine, truthLine } from '../fold/truth-line.ts';
import type { UnitStandings } from '../fold/unit-standings.ts';
import type { JudgmentTable } from '../judging/judgment-table.ts';
import { answerCodes, codeAnswer, notAnswered } from '../protocol/answer-codes.ts';
import type { SubjectUnit, SubjectTruth, UnitState } from './subject-truth.ts';
import { unitIn } from './subject-units.ts';
import type { NumberedSubject, SubjectUnits } from './subject-units.ts';
import type { Topic } from './topic.ts';
import { byWeight } from './unit-grounds.ts';
import type { Quoted, UnitGrounds, WeightedAnswers } from './unit-grounds.ts';

/** Everything that is known about the units of a topic. */
export interface KnownJudgments {
  readonly topic: Topic;
  readonly units: SubjectUnits;
  readonly table: JudgmentTable;
  /** Where each unit stands by its judgments and rulings. */
  readonly standings: UnitStandings;
  /** Stored aggregates, for units without known judgments, with words outside of the terms. */
  readonly stored?: {
    readonly aggregated: JudgmentTable;
    readonly strays: ReadonlyMap<number, ReadonlyMap<number, string>>;
  };
  /** Passages and texts by the number of the unit, where they are kept. */
  readonly quotes?: ReadonlyMap<number, readonly Quoted[]>;
  /** 16 hexadecimal digits over weights and tie-break; null when no votes were counted. */
  readonly weightsHash: string | null;
  readonly notes: readonly string[];
}

/** What the judgments, or a stored aggregate, say about a unit, before any ruling. */
export type BaseUnit = Pick<SubjectUnit, 'state' | 'codes' | 'strays' | 'isPartial'>;

/** A ruling that could not be applied, or that no longer fits what it corrects. */
export interface RulingRemark {
  readonly unit: string;
  readonly why: CodedText;
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
  readonly #resolver: RulingResolver;

  constructor(known: KnownJudgments) {
    this.known = known;
    this.topic = known.topic;
    this.#resolver = new RulingResolver(known.topic.task);
  }

  /** Takes the rulings that go before the consensus, by the number of the unit. */
  rule(rulings: ReadonlyMap<number, Ruling>, report: RulingReport, hash: string | null): void {
    for (const [unit, ruling] of rulings) this.known.standings.rule(unit, ruling);
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

  /** What is known about a unit before any ruling. */
  base(unit: number): BaseUnit {
    const { state, codes } = this.known.standings.voted(unit);
    if (state === 'awaiting')
      return (
        this.#aggregate(unit) ?? { state: 'missing', codes: [], strays: null, isPartial: false }
      );
    const isPartial = this.known.standings.lacks(unit);
    return {
      state: state === 'open' ? 'open' : 'known',
      codes: [...codes],
      strays: null,
      isPartial,
    };
  }

  /** The answers that the judgments alone give; none about a unit that is in no subject. */
  baseAnswers(unitId: string): Answers {
    const unit = unitIn(this.known.units, unitId);
    return unit < 0 ? {} : answersOf(this.topic.task, this.base(unit));
  }

  /** Why a ruling gives no truth: no consensus to correct and not complete by itself; or null. */
  whyUnused(unit: number, ruling: Ruling): CodedText | null {
    const isMissing = this.base(unit).state === 'missing';
    if (!isMissing || this.#resolver.resolve({}, ruling).state !== 'open') return null;
    if (this.known.table.isJudged(unit)) return codedText('not-all-judged-it');
    const isLeftOut = this.known.standings.counted.on(unit).length > 0;
    return codedText(isLeftOut ? 'no-judgment-counts' : 'nobody-judged-it');
  }

  /** What the answers to a unit rest on, by its id. */
  grounds(unitId: string): UnitGrounds {
    const { table, units, standings, stored, quotes } = this.known;
    const unit = units.ids.find(unitId);
    if (unit < 0) return { line: null, votes: [], consensus: null, stored: null, quotes: [] };
    const votes: WeightedAnswers[] = [];
    for (let place = table.first(unit); place < table.end(unit); place += 1)
      votes.push({
        annotator: table.annotators[table.who(place)]!,
        weight: standings.counted.counts(place) ? standings.counted.weight(table.who(place)) : 0,
        answers: table.answers(place),
      });
    const isStored = stored?.aggregated.isJudged(unit) === true;
    return {
      line: this.#line(unit),
      votes: byWeight(votes),
      consensus: votes.length === 0 ? null : this.#explained(unit),
      stored: isStored ? stored.aggregated.answers(stored.aggregated.first(unit)) : null,
      quotes: quotes?.get(unit) ?? [],
    };
  }

  /** The consensus of the votes on a unit; null when its base has none. */
  votedConsensus(unit: number, base: BaseUnit): Consensus | null {
    return this.known.table.isJudged(unit) && base.strays === null ? this.#explained(unit) : null;
  }

  #line(unit: number): CodedText {
    const { standings } = this.known;
    const aggregate = standings.voted(unit).state === 'awaiting' ? this.#aggregate(unit) : null;
    if (aggregate === null) return standings.truth(unit).line;
    const { task } = this.topic;
    const answers = answersOf(task, aggregate);
    const ruling = standings.rulingOn(unit);
    if (ruling === undefined) return storedLine(task, answers);
    const ruled = this.#resolver.resolve(answers, ruling);
    return truthLine(task, { unit: ruling.unit, task: task.id, ...ruled }, null);
  }

  #explained(unit: number): Consensus {
    const { questions, open } = this.known.standings.explain(unit);
    const id = this.known.units.ids.at(unit);
    return { unit: id, task: this.topic.task.id, questions, open: open.map(reasonText) };
  }

  #subject(
    { id, fields, units, ids, ranks }: NumberedSubject,
    further?: { readonly unit: number; readonly ruling: Ruling },
  ): SubjectTruth {
    const unitOf = (unit: number, at: number): SubjectUnit => ({
      id: ids[at]!,
      day: this.known.units.day(unit),
      rank: ranks[at]!,
      ...this.#unit(unit, further?.unit === unit ? further.ruling : undefined),
    });
    return { id, fields, units: Array.from(units, unitOf) };
  }

  #unit(unit: number, further: Ruling | undefined): Omit<SubjectUnit, 'id' | 'day' | 'rank'> {
    const { standings, stored } = this.known;
    const given = further ?? standings.rulingOn(unit);
    const aggregate =
      stored !== undefined && standings.voted(unit).state === 'awaiting'
        ? this.#aggregate(unit)
        : null;
    if (aggregate !== null)
      return given === undefined
        ? { ...aggregate, ruling: null }
        : this.#ruledAggregate(aggregate, given);
    const look = standings.look(unit, further);
    // A ruling that leaves questions open does not make up for judgments that are missing.
    const isMissing = look.state === 'open' && standings.isAwaited(unit);
    const state = isMissing ? 'missing' : verdictStates[look.state];
    const isRuled = look.state === 'ruled' || look.state === 'excluded';
    return {
      state,
      codes: state === 'known' ? [...look.codes] : [],
      strays: null,
      isPartial: state === 'known' && standings.lacks(unit) && standings.counted.isJudged(unit),
      ruling: isRuled ? { by: given!.by, reason: given!.reason } : null,
    };
  }

  /** The aggregate that is stored of a unit without votes; null when there is none. */
  #aggregate(unit: number): BaseUnit | null {
    const { stored, table } = this.known;
    if (stored?.aggregated.isJudged(unit) !== true || table.isJudged(unit)) return null;
    const codes = [...stored.aggregated.codes(stored.aggregated.first(unit))];
    return { state: 'known', codes, strays: stored.strays.get(unit) ?? null, isPartial: false };
  }

  #ruledAggregate(
    { codes: agreed, strays }: BaseUnit,
    given: Ruling,
  ): Omit<SubjectUnit, 'id' | 'day' | 'rank'> {
    const { task } = this.topic;
    const nothing = { codes: [], strays: null, isPartial: false };
    const ruled = this.#resolver.resolve(answersOf(task, { codes: agreed, strays: null }), given);
    if (ruled.state === 'open') return { ...nothing, state: 'open', ruling: null };
    const ruling = { by: ruled.by, reason: ruled.reason };
    if (ruled.state === 'excluded') return { ...nothing, state: 'excluded', ruling };
    const codes = answerCodes(task, ruled.answers);
    const kept = [...(strays ?? [])].filter(([at]) => codes[at] === agreed[at]);
    const own = strays === null ? null : new Map(kept);
    return { state: 'known', codes, strays: own, isPartial: false, ruling };
  }
}

const verdictStates: Readonly<Record<StandingName, UnitState>> = {
  undrawn: 'missing',
  awaiting: 'missing',
  uncounted: 'missing',
  open: 'open',
  settled: 'known',
  ruled: 'known',
  excluded: 'excluded',
};

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
