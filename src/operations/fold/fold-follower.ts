import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LoggedJudgment } from '../../domain/judging/judgment.ts';
import type { Task } from '../../domain/protocol/task.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import { judgmentLog, logOfRunUnits } from '../../store/fold/judgment-log.ts';
import type { RecordEnd } from '../../store/fold/judgment-log.ts';
import type { Store } from '../../store/open-store.ts';
import { unfinishedFurther } from '../../store/rounds/further-slots.ts';
import { unfinishedUnits } from '../../store/rounds/open-units.ts';
import type { UnfinishedSlot } from '../../store/rounds/open-units.ts';
import { listWaivers } from '../../store/rounds/waivers.ts';
import { unitDecisions } from '../../store/rounds/unit-decisions.ts';
import { countRunUnits, runAnnotators } from '../../store/rounds/work-runs.ts';
import { runsOfUnits, streamRunUnits } from '../../store/rounds/rounds.ts';
import type { RoundRun } from '../../store/rounds/rounds.ts';
import { listRulings } from '../../store/rulings/rulings.ts';
import type { StoredRuling } from '../../store/rulings/rulings.ts';
import { findUnits } from '../../store/units/units.ts';
import { foldPlan } from '../../truth/fold/fold-plan.ts';
import { TaskFold } from '../../truth/fold/task-fold.ts';
import type { UnitIndex } from '../../truth/fold/task-fold.ts';
import type { CountableJudgment, Counting } from '../../truth/fold/counting.ts';
import { runDemands } from '../../truth/fold/standing-rules.ts';
import type { Demander } from '../../truth/fold/standing-rules.ts';
import type { Uncounted } from '../../domain/fold/uncounted.ts';
import { goesOnIncomplete } from '../../truth/rounds/round-state.ts';
import { runCooperatively } from '../cooperative-steps.ts';
import type { ProjectProtocol, ProjectTask } from '../project-protocol.ts';
import type { Progress } from '../text-file.ts';

/** What is folded: all judgments on a task, or those of one run under its own versions. */
export interface FoldScope {
  readonly project: ProjectProtocol;
  readonly task: ProjectTask;
  readonly run: RoundRun | null;
  readonly counting: Counting;
  /** The task as it was asked in rounds before, by the hash of its questions. */
  readonly earlier?: ReadonlyMap<string, Task>;
  readonly seed: number;
  readonly allowPartial: boolean;
}

/**
 * Keeps a fold up to date with the record. The first time costs a pass over the judgments, after
 * that only what was added since, by whichever server. It is a cache: nothing is lost with it.
 * Over a task {@link Counting} says which judgments count; over a run, all its judgments under its
 * own versions do.
 */
export class FoldFollower {
  readonly fold: TaskFold;
  readonly #store: Store;
  readonly #scope: FoldScope;
  readonly #place: { readonly project: string; readonly task: string };
  /** The last ruling on each unit, as it is stored. */
  readonly rulings = new Map<string, StoredRuling>();
  /** Rulings on units that the run has no judgment on yet, and the units looked at for them. */
  readonly #early = new Map<string, Ruling[]>();
  #looked = 0;
  #demand: string | null = null;
  /** The runs whose units are taken in, and which of them were open. */
  #drawn: string | null = null;
  #judgments = 0;
  #lastRuling = 0;

  constructor(store: Store, scope: FoldScope, units: UnitIndex) {
    const { project, task, run, counting, earlier, seed, allowPartial } = scope;
    const { rounds } = project.protocol;
    const isTraining =
      run !== null && rounds.find((round) => round.id === run.round)?.kind === 'training';
    this.#store = store;
    this.#scope = scope;
    this.#place = { project: project.project, task: task.task.id };
    this.fold = new TaskFold(
      foldPlan({
        protocol: project.protocol,
        task: task.task,
        hash: task.hash,
        counting,
        seed,
        allowPartial,
        isTraining,
        uncounted: (entry) => this.#uncounted(entry),
        earlierTask: (hash) => earlier?.get(hash),
      }),
      units,
    );
  }

  /**
   * Adds what the logs have up to an end; true when any of it concerns the fold.
   * `runs` must have been read after the end.
   */
  async follow(end: RecordEnd, runs: readonly RoundRun[], progress?: Progress): Promise<boolean> {
    const before = this.fold.version;
    await this.#followJudgments(end.judgments, progress);
    // Also without new ones: an earlier ruling may be on a unit that the run has judged by now.
    this.takeRulings(await this.#newRulings(end.rulings));
    await this.#followDrawn(runs);
    await this.#followDemand(runs);
    await runCooperatively(this.fold.settling(), longestTurn);
    return this.fold.version !== before;
  }

  async #newRulings(end: number): Promise<readonly StoredRuling[]> {
    const after = this.#lastRuling;
    if (after >= end) return [];
    const rulings = await this.#store.read((db) => listRulings(db, { ...this.#place, after }));
    this.#lastRuling = Math.max(end, rulings.at(-1)?.seq ?? 0);
    return rulings;
  }

  /** Adds judgments that were read elsewhere. */
  take(judgments: readonly LoggedJudgment[]): void {
    for (const judgment of judgments) this.fold.add(judgment);
  }

  takeRulings(rulings: readonly StoredRuling[]): void {
    const { units } = this.fold;
    // To name a million units for nothing would block.
    if (this.#early.size === 0) this.#looked = units.size;
    for (; this.#looked < units.size; this.#looked += 1) this.#takeEarly(units.at(this.#looked));
    for (const ruling of rulings) {
      this.rulings.set(ruling.unit, ruling);
      if (this.#scope.run === null || units.find(ruling.unit) >= 0) this.fold.rule(ruling);
      else this.#early.set(ruling.unit, [...(this.#early.get(ruling.unit) ?? []), ruling]);
    }
  }

  #takeEarly(unit: string): void {
    for (const ruling of this.#early.get(unit) ?? []) this.fold.rule(ruling);
    this.#early.delete(unit);
  }

  /** Reads who has yet to judge some units, or all of them. */
  async followSlots(
    runs: readonly RoundRun[],
    units?: readonly string[],
    late?: readonly UnfinishedSlot[],
  ): Promise<void> {
    const open = this.#openRuns(runs).map((run) => run.id);
    const missing = late ?? (await this.#lateSlots(runs));
    const asked = units ?? this.#judgedUnits();
    const { fold } = this;
    // An array by unit number: a map of a million entries would block whenever it grows.
    const awaited: (readonly string[] | undefined)[] = [];
    awaited.length = fold.units.size;
    if (units === undefined)
      for (const unit of fold.standings.awaitedUnits()) awaited[unit] = nobody;
    else for (const unit of units) awaited[fold.units.find(unit)] = nobody;
    const lists = new NameLists();
    const slots = unfinishedUnits(this.#store, { runs: open, units: asked });
    const note = ({ unit, annotator }: UnfinishedSlot): void => {
      const number = fold.units.find(unit);
      // A unit that nobody has judged awaits everybody anyway.
      if (number < 0 || fold.table.count(number) === 0) return;
      awaited[number] = lists.longer(awaited[number] ?? nobody, annotator ?? '');
    };
    for await (const slot of open.length === 0 ? [] : slots) note(slot);
    const isAsked = units === undefined ? null : new Set(units);
    for (const slot of missing) if (isAsked?.has(slot.unit) !== false) note(slot);
    const steps = function* (): Generator<void, void> {
      for (let unit = 0; unit < awaited.length; unit += 1) {
        const names = awaited[unit];
        if (names !== undefined) fold.await(unit, names);
        if (unit % unitsTogether === 0) yield;
      }
    };
    await runCooperatively(steps(), longestTurn);
  }

  /** The units with judgments, where they are few; null where all slots are read instead. */
  #judgedUnits(): readonly string[] | null {
    const { table, units } = this.fold;
    if (table.size > mostLookedUp) return null;
    const judged: string[] = [];
    for (let unit = 0; unit < units.size; unit += 1)
      if (table.count(unit) > 0) judged.push(units.at(unit));
    return judged;
  }

  async #followJudgments(end: number, progress: Progress | undefined): Promise<void> {
    const { run, project, task } = this.#scope;
    if (run !== null && this.#judgments === 0) await this.#readUnits(run, end);
    while (this.#judgments < end) {
      const piece = await this.#store.read((db) =>
        judgmentLog(db, {
          ...this.#place,
          run: run?.id ?? null,
          after: this.#judgments,
          upTo: end,
          limit: pieceSize,
          guideline: run?.guideline ?? project.protocol.guideline.version,
          taskHash: run?.taskHash ?? task.hash,
        }),
      );
      for (const entry of piece.entries) this.fold.add(entry);
      this.#judgments = piece.upTo;
      progress?.(this.#judgments, end);
      // SQLite reads inside this process, so nobody else has had a turn.
      if (this.#judgments < end || piece.entries.length > fewEntries) await nextTurn();
    }
  }

  /** A run of a few units in a long log is looked up unit by unit instead of reading it through. */
  async #readUnits(run: RoundRun, end: number): Promise<void> {
    const units = await this.#store.read((db) => countRunUnits(db, run.id));
    if (units * unitsFactor >= end) return;
    for (let from = 0; from < units; from += unitsTogether) {
      const to = from + unitsTogether;
      const given = { ...this.#place, run: run.id, from, to, upTo: end };
      const piece = await this.#store.read((db) => logOfRunUnits(db, given));
      for (const entry of piece) this.fold.add(entry);
      await nextTurn();
    }
    this.#judgments = end;
  }

  /** Takes in which units rounds ask for, when runs were opened or closed. */
  async #followDrawn(runs: readonly RoundRun[]): Promise<void> {
    if (this.#scope.run !== null) return;
    const own = runs.filter(({ task }) => task === this.#place.task);
    const asked = await this.#demands(own);
    const key = JSON.stringify(asked.map(({ run: { id }, demand }) => [id, demand]));
    if (key === this.#drawn) return;
    if (this.#drawn === null) await this.#followKnown();
    for (const { run, demand } of asked) {
      const by = demanderOf(run);
      for await (const unit of streamRunUnits(this.#store, run.id))
        this.fold.demand(unit, demand, by);
    }
    this.#drawn = key;
  }

  /** The same for some units of a task alone. */
  async followDrawnOf(runs: readonly RoundRun[], units: readonly string[]): Promise<void> {
    const asked = await this.#demands(runs.filter(({ task }) => task === this.#place.task));
    const ids = asked.map(({ run }) => run.id);
    const found = await this.#store.read((db) => runsOfUnits(db, { runs: ids, units }));
    for (const { run, demand } of asked)
      for (const { unit } of found.filter((one) => one.run === run.id))
        this.fold.demand(unit, demand, demanderOf(run));
  }

  async #demands(runs: readonly RoundRun[]): Promise<ReturnType<typeof runDemands<RoundRun>>> {
    const closed = runs.flatMap(({ id, closedAt }) => (closedAt === null ? [] : [id]));
    const decided = await this.#store.read((db) => unitDecisions(db, closed));
    return runDemands(runs, ({ id, closedAt }) => ({
      isTraining: this.#scope.counting.kindOf(id) === 'training',
      isOpen: closedAt === null,
      choice: decided.get(id)?.choice ?? null,
    }));
  }

  /** Units with known answers are trained on and never drawn for anything else. */
  async #followKnown(): Promise<void> {
    const { project, task } = this.#scope;
    const rounds = project.protocol.rounds.filter((round) => round.task === task.task.id);
    const known = rounds.flatMap(({ id }) => [...(project.keys.get(id)?.keys() ?? [])]);
    if (known.length === 0) return;
    const units = await this.#store.read((db) => findUnits(db, this.#place, known));
    for (const { id } of units) this.fold.demand(id, 'training', null);
  }

  /** All slots are looked at when runs or their people changed; else those of units with news. */
  async #followDemand(runs: readonly RoundRun[]): Promise<void> {
    const open = this.#openRuns(runs);
    const people = await this.#store.read(async (db) => {
      const lists: (readonly string[])[] = [];
      for (const { id } of open) lists.push(await runAnnotators(db, id));
      return lists;
    });
    const late = await this.#lateSlots(runs);
    const demand = JSON.stringify([open.map(({ id, perUnit }) => [id, perUnit]), people, late]);
    const { touched } = this.fold.standings;
    const isKnown = demand === this.#demand && touched.length < mostTouched;
    if (isKnown && touched.length === 0) return;
    this.#demand = demand;
    const units = isKnown ? touched.map((unit) => this.fold.units.at(unit)) : undefined;
    await this.followSlots(runs, units, late);
  }

  /**
   * The further places that closed runs were asked for and lack: their units wait until somebody
   * goes on without, or rules.
   */
  async #lateSlots(runs: readonly RoundRun[]): Promise<readonly UnfinishedSlot[]> {
    const closed = runs.filter((one) => one.closedAt !== null && this.#isAsking(one));
    return await this.#store.read(async (db) => {
      const slots = await unfinishedFurther(
        db,
        closed.map((run) => run.id),
      );
      if (slots.length === 0) return [];
      const waivers = await listWaivers(db, { project: this.#place.project });
      const isWaived = (run: string): boolean =>
        goesOnIncomplete(waivers.filter((waiver) => waiver.run === run));
      return slots
        .filter(({ run }) => !isWaived(run))
        .map(({ unit, annotator }) => ({ unit, annotator }));
    });
  }

  /** The runs that ask for judgments which this fold counts. */
  #openRuns(runs: readonly RoundRun[]): readonly RoundRun[] {
    return runs.filter((one) => one.closedAt === null && this.#isAsking(one));
  }

  #isAsking({ id, round, task }: RoundRun): boolean {
    const { run, project } = this.#scope;
    if (run !== null) return id === run.id;
    const known = project.protocol.rounds.find((one) => one.id === round);
    return task === this.#place.task && known?.kind !== 'training';
  }

  #uncounted(entry: CountableJudgment): Uncounted | null {
    const { counting, task, run } = this.#scope;
    if (run === null) return counting.uncounted(entry);
    if (!task.hashes.has(entry.taskHash)) return { why: 'stale', round: null };
    const { guideline } = entry;
    return guideline === run.guideline ? null : { why: 'stale', round: null, guideline };
  }
}

function demanderOf({ id, round }: RoundRun): Demander {
  return { run: id, round };
}

/** Judgments read at once: few enough that saves in between do not wait. */
const pieceSize = 1000;
/** So few cost no noticeable time. */
const fewEntries = 100;
const unitsTogether = 200;
/** Milliseconds before others get their turn. */
const longestTurn = 15;
/** Looking a unit up costs about as much as reading so many judgments in order. */
const unitsFactor = 20;
/** So many units with news are looked up one by one; for more, all slots are read. */
const mostTouched = 500;
/** So many judged units are looked up when their slots changed; for more, all slots are read. */
const mostLookedUp = 20_000;

const nobody: readonly string[] = [];

/** Lists of names, each kept once: a million units wait for a handful of people. */
class NameLists {
  readonly #longer = new Map<readonly string[], Map<string, readonly string[]>>();

  /** A list with one more name. */
  longer(list: readonly string[], name: string): readonly string[] {
    const known = this.#longer.get(list) ?? new Map<string, readonly string[]>();
    this.#longer.set(list, known);
    const longer = known.get(name) ?? [...list, name];
    known.set(name, longer);
    return longer;
  }
}
