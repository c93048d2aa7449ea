import { canonicalJson } from '../../domain/canonical-json.ts';
import type { Consensus } from '../../domain/fold/consensus.ts';
import type { ConsensusPlan } from '../../domain/fold/consensus-plan.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import { annotatorRun } from '../../formats/models/cache-file.ts';
import type { CacheTopic } from '../../formats/models/cache-file.ts';
import { answerCodes, codeAnswer, notAnswered } from '../../truth/protocol/answer-codes.ts';
import type { ColumnConsensus, DecidedUnit } from '../../truth/fold/column-consensus.ts';
import type { SubjectUnit, SubjectTruth, UnitState } from '../../truth/verdicts/subject-truth.ts';
import type { JudgmentColumns } from '../../truth/fold/judgment-columns.ts';
import { resolve } from '../../truth/fold/resolve.ts';
import { contentHash } from '../../truth/protocol/task-hash.ts';
import type {
  OverrideReport,
  Quoted,
  TopicEvidence,
  UnitGrounds,
} from '../verdicts/subject-truth.ts';
import type { Topic } from '../verdicts/load-policies.ts';
import type { TableSubject, UnitTable } from '../units/unit-table.ts';

/** Decides units out of the judgments on them. */
export type UnitDecider = Pick<ColumnConsensus, 'decide' | 'explain'>;

/** Everything that is known about the units of a topic. */
export interface KnownJudgments {
  readonly topic: Topic;
  readonly units: UnitTable;
  /** The judgments one by one. */
  readonly raw: JudgmentColumns;
  readonly decider: UnitDecider;
  readonly weightOf: (annotator: string) => number;
  /** Annotators who must all have judged a unit before it counts. */
  readonly required: readonly string[];
  /** Whether somebody is still to judge a unit; nobody, when left out. */
  readonly isAwaited?: (unit: number) => boolean;
  readonly allowPartial: boolean;
  /**
   * Aggregates as they were stored, for units whose judgments are not known; null where there are
   * none.
   */
  readonly aggregated: JudgmentColumns | null;
  readonly strays: ReadonlyMap<number, ReadonlyMap<number, string>>;
  /** Passages and texts by the number of the unit, where they are kept. */
  readonly quotes: ReadonlyMap<number, readonly Quoted[]>;
}

/** The consensus on a unit, before any ruling. */
export interface BaseUnit {
  readonly state: UnitState;
  readonly codes: number[];
  readonly strays: ReadonlyMap<number, string> | null;
  readonly isPartial: boolean;
}

/**
 * The truth about the units of a topic: the votes, or the stored aggregate where there are none,
 * and the rulings over them.
 */
export class TopicTruths implements TopicEvidence {
  readonly topic: Topic;
  readonly weightsHash: string | null;
  readonly notes: readonly string[];
  overrides: OverrideReport = { applied: 0, unused: [], stale: [] };
  overridesHash: string | null = null;
  readonly #known: KnownJudgments;
  readonly #required: readonly number[];
  readonly #isAsked: boolean;
  #rulings: ReadonlyMap<number, readonly Ruling[]> = new Map();

  constructor(known: KnownJudgments, weightsHash: string | null, notes: readonly string[]) {
    this.topic = known.topic;
    this.weightsHash = weightsHash;
    this.notes = notes;
    this.#known = known;
    this.#required = known.required.map((name) => known.raw.annotators.indexOf(name));
    this.#isAsked = !this.#required.includes(-1);
  }

  /**
   * Takes the rulings that go before the consensus, by the number of the unit; later in a list is
   * later.
   */
  rule(
    rulings: ReadonlyMap<number, readonly Ruling[]>,
    report: OverrideReport,
    hash: string | null,
  ): void {
    this.#rulings = rulings;
    this.overrides = report;
    this.overridesHash = hash;
  }

  get subjectCount(): number {
    return this.#known.units.subjectCount;
  }

  *subjects(): IterableIterator<SubjectTruth> {
    for (const subject of this.#known.units.subjects())
      yield { id: subject.id, fields: subject.fields, units: this.#units(subject) };
  }

  /** One subject; null when there is none of that name. */
  subject(id: string): SubjectTruth | null {
    const subject = this.#known.units.subject(id);
    return subject === null
      ? null
      : { id: subject.id, fields: subject.fields, units: this.#units(subject) };
  }

  /**
   * The subject of a unit as it would be after a further ruling; null when the unit is in none.
   * Nothing changes.
   */
  afterRuling(unitId: string, ruling: Ruling): SubjectTruth | null {
    const { units } = this.#known;
    const unit = units.ids.find(unitId);
    const subject = unit < 0 || unit >= units.size ? null : units.subject(units.subjectOf(unit));
    return subject === null
      ? null
      : { id: subject.id, fields: subject.fields, units: this.#units(subject, { unit, ruling }) };
  }

  /**
   * The judgments and what they come to, for a cache file. Rulings are left out: there they are
   * kept in a file of their own.
   */
  forCache(createdAt: string): CacheTopic {
    const { raw, units, decider, weightOf, required } = this.#known;
    const { task, id, termHash } = this.topic;
    const runs = required.flatMap((name) => annotatorRun(name) ?? []);
    const models = new Map(
      raw.annotators
        .flatMap((name) => annotatorRun(name) ?? [])
        .map(({ model, run }) => [model, weightOf(`${model}#${run}`)]),
    );
    const modelRuns =
      runs.length === 0
        ? null
        : new Map(
            runs.map(({ model }) => [model, runs.filter((run) => run.model === model).length]),
          );
    const base = (unit: number): BaseUnit => this.base(unit);
    return {
      topic: id,
      metadata: { termHash, createdAt, modelRuns, modelWeights: models.size === 0 ? null : models },
      *raw() {
        for (let unit = 0; unit < raw.units; unit += 1) {
          for (const [at, annotator] of raw.annotators.entries())
            if (raw.has(unit, at))
              yield { unit: units.ids.at(unit), annotator, answers: raw.answers(unit, at) };
        }
      },
      *aggregated() {
        for (let unit = 0; unit < units.ids.size; unit += 1) {
          const one = base(unit);
          if (one.state !== 'known') continue;
          const name = units.ids.at(unit);
          const voted =
            raw.isJudged(unit) && one.strays === null ? decider.explain(unit, name) : null;
          const confidence =
            voted?.questions.flatMap(({ question, confidence: share }) =>
              share === null ? [] : [[question, share] as const],
            ) ?? [];
          yield {
            unit: name,
            answers: baseAnswers({ task }, one),
            confidence: Object.fromEntries(confidence),
          };
        }
      },
    };
  }

  /** What the judgments alone say about a unit. */
  base(unit: number): BaseUnit {
    const { raw, aggregated, decider, allowPartial, strays, isAwaited } = this.#known;
    const complete =
      this.#isAsked &&
      this.#required.every((annotator) => raw.has(unit, annotator)) &&
      isAwaited?.(unit) !== true;
    if ((complete || allowPartial) && raw.isJudged(unit)) {
      const decided: DecidedUnit = {
        codes: this.topic.task.questions.map(() => notAnswered),
        isOpen: false,
      };
      decider.decide(unit, decided);
      return {
        state: decided.isOpen ? 'open' : 'known',
        codes: decided.codes,
        strays: null,
        isPartial: !complete,
      };
    }
    if (aggregated?.has(unit, 0) === true)
      return {
        state: 'known',
        codes: this.topic.task.questions.map((_, at) => aggregated.code(unit, 0, at)),
        strays: strays.get(unit) ?? null,
        isPartial: false,
      };
    return { state: 'missing', codes: [], strays: null, isPartial: false };
  }

  /** Whether anybody has judged a unit, be it that others are still to. */
  isJudged(unit: number): boolean {
    return this.#known.raw.isJudged(unit);
  }

  /**
   * Why a ruling makes no truth of a unit: there is no consensus that it could correct, and what it
   * states is not enough by itself. Null where it makes one.
   */
  whyUnused(unit: number, ruling: Ruling): string | null {
    if (
      this.base(unit).state !== 'missing' ||
      resolve(this.topic.task, [], [ruling])[0]?.from !== 'open'
    )
      return null;
    return `${this.isJudged(unit) ? 'not everybody has judged it yet' : 'nobody has judged it'}, and the correction alone leaves questions open`;
  }

  grounds(unitId: string): UnitGrounds {
    const { raw, units, decider, weightOf, aggregated, quotes } = this.#known;
    const unit = units.ids.find(unitId);
    if (unit < 0) return { votes: [], consensus: null, stored: null, quotes: [] };
    const votes = raw.annotators
      .flatMap((annotator, at) =>
        raw.has(unit, at)
          ? [{ annotator, weight: weightOf(annotator), answers: raw.answers(unit, at) }]
          : [],
      )
      .toSorted((a, b) => b.weight - a.weight || (a.annotator < b.annotator ? -1 : 1));
    const stored = aggregated?.has(unit, 0) === true ? aggregated.answers(unit, 0) : null;
    return {
      votes,
      consensus: votes.length === 0 ? null : decider.explain(unit, unitId),
      stored,
      quotes: quotes.get(unit) ?? [],
    };
  }

  #units(
    subject: TableSubject,
    further?: { readonly unit: number; readonly ruling: Ruling },
  ): readonly SubjectUnit[] {
    const { units } = this.#known;
    return Array.from(subject.units, (unit, at): SubjectUnit => {
      const id = subject.ids[at]!;
      const day = units.day(unit);
      const rank = subject.ranks[at]!;
      const base = this.base(unit);
      const rulings =
        further?.unit === unit
          ? [...(this.#rulings.get(unit) ?? []), further.ruling]
          : this.#rulings.get(unit);
      if (rulings !== undefined) return { id, day, rank, ...this.#ruled(id, unit, base, rulings) };
      const isKnown = base.state === 'known';
      return {
        id,
        day,
        rank,
        state: base.state,
        codes: isKnown ? base.codes : [],
        strays: base.strays,
        ruling: null,
        isPartial: base.isPartial && isKnown,
      };
    });
  }

  #ruled(
    id: string,
    unit: number,
    base: BaseUnit,
    rulings: readonly Ruling[],
  ): Omit<SubjectUnit, 'id' | 'day' | 'rank'> {
    const { task } = this.topic;
    const consensus = this.#consensus(id, unit, base);
    const [truth] = resolve(task, consensus === null ? [] : [consensus], rulings);
    const nothing = { codes: [], strays: null, isPartial: false };
    if (truth === undefined || truth.from === 'open')
      return { ...nothing, state: base.state === 'missing' ? 'missing' : 'open', ruling: null };
    if (truth.from === 'excluded')
      return { ...nothing, state: 'excluded', ruling: { by: truth.by, reason: truth.reason } };
    const codes = answerCodes(task, truth.answers);
    const strays =
      base.strays === null
        ? null
        : new Map([...base.strays].filter(([at]) => codes[at] === base.codes[at]));
    return {
      state: 'known',
      codes,
      strays,
      isPartial: base.isPartial,
      ruling: truth.from === 'ruling' ? { by: truth.by, reason: truth.reason } : null,
    };
  }

  #consensus(id: string, unit: number, base: BaseUnit): Consensus | null {
    if (base.state === 'missing') return null;
    const explained =
      this.#known.raw.isJudged(unit) && base.strays === null
        ? this.#known.decider.explain(unit, id)
        : null;
    return explained ?? storedConsensus(this.topic, id, base);
  }
}

/** A hash over anything that can be written as JSON, however its keys are ordered. */
export function shortHash(content: unknown): string {
  return contentHash(canonicalJson(content)).slice(0, 16);
}

/** The hash over what everybody's votes weigh, and how they are counted. */
export function panelHash(
  weights: ReadonlyMap<string, number>,
  plan: ConsensusPlan,
  seed: number,
): string {
  return shortHash({
    weights: Object.fromEntries([...weights].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    plan,
    ...(plan.method === 'mace' ? { seed } : {}),
  });
}

/** The answers of a consensus on a unit. */
export function baseAnswers(topic: Pick<Topic, 'task'>, base: BaseUnit): Answers {
  return Object.fromEntries(
    topic.task.questions.flatMap((question, at) => {
      const answer = base.strays?.get(at) ?? codeAnswer(question, base.codes[at] ?? notAnswered);
      return answer === undefined ? [] : [[question.id, answer]];
    }),
  );
}

/** A stored aggregate as a consensus whose votes are not known. */
function storedConsensus(topic: Topic, unit: string, base: BaseUnit): Consensus {
  const questions = topic.task.questions.flatMap((question, at) => {
    const answer = codeAnswer(question, base.codes[at] ?? notAnswered);
    return answer === undefined
      ? []
      : [
          {
            question: question.id,
            answer,
            confidence: null,
            votes: [],
            tied: [],
            tieBroken: false,
          },
        ];
  });
  return { unit, task: topic.task.id, questions, open: [] };
}
