import type { LoggedVote } from '../../domain/judging/judgment.ts';
import { panelAnnotators } from '../../domain/judging/annotator.ts';
import { scaleAnswers } from '../../domain/protocol/scale.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import type { Store } from '../../store/open-store.ts';
import type { RoundRun } from '../../store/rounds/rounds.ts';
import { listRulings } from '../../store/rulings/rulings.ts';
import type { StoredRuling } from '../../store/rulings/rulings.ts';
import { findUnit, streamUnits, unitsOfSubject } from '../../store/units/units.ts';
import type { StoredUnit } from '../../store/units/units.ts';
import { judgmentLog, logOfUnits } from '../../store/fold/judgment-log.ts';
import { unfinishedUnits } from '../../store/rounds/open-units.ts';
import type { RecordEnd } from '../../store/fold/judgment-log.ts';
import { notAnswered } from '../../truth/protocol/answer-codes.ts';
import { JudgmentColumns } from '../../truth/fold/judgment-columns.ts';
import { taskStanding } from '../judging/judgment-standing.ts';
import type { ProjectProtocol, ProjectTask } from '../project-protocol.ts';
import type { Progress } from '../text-file.ts';
import { UnitTable } from '../units/unit-table.ts';

/**
 * The judgments that are left out since they answer other questions, or were given under another
 * guideline.
 */
export interface StaleVotes {
  /** Pairs of a unit and an annotator without a judgment that counts. */
  readonly count: number;
  /** The versions that they were given under. */
  readonly versions: readonly string[];
}

/**
 * The units, votes and rulings of one task, read from the record: a byte per answer, so that
 * millions of judgments fit. It follows the logs: the first time costs a pass over the task's
 * judgments, after that only what was added since.
 */
export class TaskRecord {
  readonly units = new UnitTable();
  readonly raw: JudgmentColumns;
  readonly project: ProjectProtocol;
  readonly task: ProjectTask;
  readonly #store: Store;
  /** The fields of subjects that are kept. */
  readonly #fields: readonly string[];
  readonly #stale: JudgmentColumns;
  readonly #versions = new Set<string>();
  readonly #answers: AnswerReader;
  readonly #rules: ReadonlySet<string>;
  readonly #columns = new Map<string, number>();
  readonly #rulings = new Map<string, StoredRuling[]>();
  #awaited: ReadonlySet<number> = new Set();
  #runs: ReadonlyMap<string, RoundRun> = new Map();
  #runState = '';
  #lastUnit = 0;
  #judgments = 0;
  #lastRuling = 0;

  constructor(
    store: Store,
    project: ProjectProtocol,
    task: ProjectTask,
    fields: readonly string[],
  ) {
    this.#store = store;
    this.project = project;
    this.task = task;
    this.#fields = fields;
    this.raw = new JudgmentColumns(task.task);
    this.#stale = new JudgmentColumns(task.task);
    this.#answers = new AnswerReader(this.raw);
    this.#rules = new Set(
      panelAnnotators(project.protocol.panel)
        .filter((one) => one.kind === 'rule')
        .map((one) => one.id),
    );
  }

  /**
   * Takes in what was added up to an end of the logs; true when anything of it concerns the task.
   * `runs` must have been read after the end.
   */
  async follow(end: RecordEnd, runs: readonly RoundRun[], progress?: Progress): Promise<boolean> {
    let changed = this.#setRuns(runs);
    for await (const unit of streamUnits(this.#store, { ...this.place, after: this.#lastUnit })) {
      this.#addUnit(unit);
      changed = true;
    }
    while (this.#judgments < end.judgments) {
      const given = {
        ...this.place,
        run: null,
        after: this.#judgments,
        upTo: end.judgments,
        limit: pieceSize,
        guideline: this.project.protocol.guideline.version,
        taskHash: this.task.hash,
      };
      const piece = await this.#store.read((db) => judgmentLog(db, given));
      for (const vote of piece) this.#vote(vote);
      changed ||= piece.length > 0;
      this.#judgments = piece.length < pieceSize ? end.judgments : piece.at(-1)!.seq;
      progress?.(this.#judgments, end.judgments);
    }
    if (this.#lastRuling < end.rulings) {
      const rulings = await this.#store.read((db) =>
        listRulings(db, { ...this.place, after: this.#lastRuling }),
      );
      for (const ruling of rulings) this.#rule(ruling);
      changed ||= rulings.length > 0;
      this.#lastRuling = Math.max(end.rulings, rulings.at(-1)?.seq ?? 0);
    }
    if (changed) await this.#await();
    return changed;
  }

  /** Reads one subject alone; false when there is none of that name. */
  async readSubject(subject: string, runs: readonly RoundRun[]): Promise<boolean> {
    this.#setRuns(runs);
    const place = this.place;
    const found = await this.#store.read(async (db) => {
      const units = await unitsOfSubject(db, { ...place, subject, limit: Number.MAX_SAFE_INTEGER });
      // A unit without a subject is its own.
      const alone = units.length > 0 ? null : await findUnit(db, { ...place, unit: subject });
      const own = alone === null || alone.subject !== null ? units : [alone];
      return {
        units: own,
        votes: await logOfUnits(
          db,
          place,
          own.map((unit) => unit.id),
        ),
        rulings: await listRulings(db, place),
      };
    });
    for (const unit of found.units) this.#addUnit(unit);
    for (const vote of found.votes) this.#vote(vote);
    for (const ruling of found.rulings)
      if (this.units.ids.find(ruling.unit) >= 0) this.#rule(ruling);
    await this.#await();
    return found.units.length > 0;
  }

  /** The rulings on each unit, oldest first. */
  get rulings(): ReadonlyMap<string, readonly StoredRuling[]> {
    return this.#rulings;
  }

  /** Whether somebody is still to judge a unit in a run that is open. */
  isAwaited(unit: number): boolean {
    return this.#awaited.has(unit);
  }

  get stale(): StaleVotes {
    let count = 0;
    for (const [at, name] of this.#stale.annotators.entries()) {
      const column = this.raw.annotators.indexOf(name);
      for (let unit = 0; unit < this.#stale.units; unit += 1)
        if (this.#stale.has(unit, at) && (column < 0 || !this.raw.has(unit, column))) count += 1;
    }
    return { count, versions: [...this.#versions].toSorted() };
  }

  /** Where its rows are in the store. */
  get place(): { readonly project: string; readonly task: string } {
    return { project: this.project.project, task: this.task.task.id };
  }

  #setRuns(runs: readonly RoundRun[]): boolean {
    const own = runs.filter((run) => run.task === this.task.task.id);
    const state = own.map((run) => `${run.id} ${run.closedAt ?? ''}`).join('\n');
    const changed = state !== this.#runState;
    this.#runState = state;
    this.#runs = new Map(own.map((run) => [run.id, run]));
    return changed;
  }

  async #await(): Promise<void> {
    const isTraining = (run: RoundRun): boolean =>
      this.project.protocol.rounds.find((round) => round.id === run.round)?.kind === 'training';
    const but = [...this.#runs.values()].filter(isTraining).map((run) => run.id);
    const slots = await this.#store.read((db) => unfinishedUnits(db, { ...this.place, but }));
    // Whose judgment came from a file fills no slot, and is not waited for.
    const isGiven = (unit: number, annotator: string | null): boolean =>
      annotator !== null &&
      this.#columns.has(annotator) &&
      this.raw.has(unit, this.#columns.get(annotator)!);
    this.#awaited = new Set(
      slots.flatMap(({ unit, annotator }) => {
        const number = this.units.ids.find(unit);
        return isGiven(number, annotator) ? [] : [number];
      }),
    );
  }

  #addUnit({ seq, id, subject, fields }: StoredUnit): void {
    const { date } = this.task.task.unit;
    const own = subject ?? id;
    if (!this.units.hasSubject(own)) this.units.addSubject(own, picked(fields, this.#fields));
    this.units.add(own, id, date === null ? undefined : fields[date]);
    this.#lastUnit = Math.max(this.#lastUnit, seq);
  }

  #vote(vote: LoggedVote): void {
    if (this.#rules.has(vote.annotator)) return;
    const standing = taskStanding(this.project, this.task, this.#runs, vote);
    if (standing === 'elsewhere') return;
    const unit = this.units.ids.find(vote.unit);
    if (standing === 'stale') {
      this.#stale.add(unit, this.#stale.annotator(vote.annotator), []);
      this.#versions.add(
        vote.taskHash === this.task.hash ? `guideline ${vote.guideline}` : vote.taskHash,
      );
      return;
    }
    let column = this.#columns.get(vote.annotator);
    if (column === undefined) {
      column = this.raw.annotator(vote.annotator);
      this.#columns.set(vote.annotator, column);
    }
    this.raw.replace(unit, column, this.#answers.read(vote.answers));
  }

  #rule(ruling: StoredRuling): void {
    const earlier = this.#rulings.get(ruling.unit);
    if (earlier === undefined) this.#rulings.set(ruling.unit, [ruling]);
    else earlier.push(ruling);
  }
}

/** Judgments read at once: few enough that saves in between do not wait. */
const pieceSize = 2000;

/**
 * Answers as codes; most judgments have the same answers as others, so that a text that was read
 * before is not read again.
 */
class AnswerReader {
  readonly #questions: readonly {
    readonly id: string;
    readonly codes: ReadonlyMap<unknown, number>;
  }[];
  readonly #known = new Map<string, number[]>();

  constructor({ task }: JudgmentColumns) {
    this.#questions = task.questions.map(({ id, scale }) => ({
      id,
      codes: new Map<unknown, number>(scaleAnswers(scale).map((value, code) => [value, code])),
    }));
  }

  read(text: string): number[] {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const answers = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const codes = this.#questions.map(
      (question) => question.codes.get(answers[question.id]) ?? notAnswered,
    );
    if (this.#known.size < mostTexts && text.length < longestText) this.#known.set(text, codes);
    return codes;
  }
}

/**
 * Answers with free text are all different; remembering more of them than this would only cost
 * memory.
 */
const mostTexts = 4096;
const longestText = 1024;

function picked(fields: UnitFields, names: readonly string[]): UnitFields {
  return Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(fields, name) ? [[name, fields[name]]] : [])),
  );
}
