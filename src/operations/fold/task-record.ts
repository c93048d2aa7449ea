import type { UnitFields } from '../../domain/units/unit.ts';
import { logOfUnits } from '../../store/fold/judgment-log.ts';
import type { RecordEnd } from '../../store/fold/judgment-log.ts';
import type { Store } from '../../store/open-store.ts';
import type { RoundRun } from '../../store/rounds/rounds.ts';
import { listRulings } from '../../store/rulings/rulings.ts';
import { findUnit, streamUnits, unitsOfSubject } from '../../store/units/units.ts';
import type { StoredUnit } from '../../store/units/units.ts';
import type { TaskFold } from '../../truth/fold/task-fold.ts';
import type { ProjectProtocol, ProjectTask } from '../project-protocol.ts';
import type { Progress } from '../text-file.ts';
import { UnitTable } from '../../formats/units/unit-table.ts';
import { FoldFollower } from './fold-follower.ts';
import type { FoldScope } from './fold-follower.ts';
import { taskCounting } from './known-counting.ts';

/** What is read of a task, and the fields of its subjects that are kept. */
export type RecordScope = Omit<FoldScope, 'run' | 'counting'> & {
  readonly fields: readonly string[];
};

/** All units of a task under their subjects, with the fold of the judgments and rulings on them. */
export class TaskRecord {
  readonly units = new UnitTable();
  readonly #store: Store;
  readonly #scope: RecordScope;
  #follower: FoldFollower | null = null;
  #key = '';
  #lastUnit = 0;

  constructor(store: Store, scope: RecordScope) {
    this.#store = store;
    this.#scope = scope;
  }

  /** How many judgments are held. */
  get judgments(): number {
    return this.#follower?.fold.table.size ?? 0;
  }

  get fold(): TaskFold {
    return this.#current.fold;
  }

  get project(): ProjectProtocol {
    return this.#scope.project;
  }

  get task(): ProjectTask {
    return this.#scope.task;
  }

  /** The latest ruling on each unit. */
  get rulings(): FoldFollower['rulings'] {
    return this.#current.rulings;
  }

  /** Where its rows are in the store. */
  get place(): { readonly project: string; readonly task: string } {
    return { project: this.project.project, task: this.task.task.id };
  }

  /**
   * Takes in what was added up to an end of the logs; true when anything of it concerns the task.
   * `runs` must have been read after the end.
   */
  async follow(end: RecordEnd, runs: readonly RoundRun[], progress?: Progress): Promise<boolean> {
    const before = this.#lastUnit;
    for await (const unit of streamUnits(this.#store, { ...this.place, after: before }))
      this.#addUnit(unit);
    const isOther = await this.#count(runs);
    const isNew = await this.#current.follow(end, runs, progress);
    return isOther || isNew || this.#lastUnit !== before;
  }

  /** Reads one subject alone; false when there is none of that name. */
  async readSubject(subject: string, runs: readonly RoundRun[]): Promise<boolean> {
    const { place } = this;
    const found = await this.#store.read(async (db) => {
      const units = await unitsOfSubject(db, { ...place, subject, limit: Number.MAX_SAFE_INTEGER });
      // A unit without a subject is its own.
      const alone = units.length > 0 ? null : await findUnit(db, { ...place, unit: subject });
      const own = alone === null || alone.subject !== null ? units : [alone];
      const ids = own.map((unit) => unit.id);
      return {
        units: own,
        judgments: await logOfUnits(db, place, ids),
        rulings: (await listRulings(db, place)).filter((ruling) => ids.includes(ruling.unit)),
      };
    });
    for (const unit of found.units) this.#addUnit(unit);
    await this.#count(runs);
    this.#current.take(found.judgments);
    this.#current.takeRulings(found.rulings);
    const ids = found.units.map((unit) => unit.id);
    await this.#current.followDrawnOf(runs, ids);
    await this.#current.followSlots(runs, ids);
    this.fold.settle();
    return found.units.length > 0;
  }

  get #current(): FoldFollower {
    if (this.#follower === null) throw new Error('nothing was read of the task yet');
    return this.#follower;
  }

  /** Begins again when it has changed whose judgments count; true when it has. */
  async #count(runs: readonly RoundRun[]): Promise<boolean> {
    const { counting, key } = await taskCounting(this.#store, this.#scope, runs);
    if (this.#follower !== null && key === this.#key) return false;
    this.#key = key;
    const scope = { ...this.#scope, run: null, counting };
    this.#follower = new FoldFollower(this.#store, scope, this.units.ids);
    return true;
  }

  #addUnit({ seq, id, subject, fields }: StoredUnit): void {
    const { date } = this.task.task.unit;
    const own = subject ?? id;
    if (!this.units.hasSubject(own)) this.units.addSubject(own, picked(fields, this.#scope.fields));
    this.units.add(own, id, date === null ? undefined : fields[date]);
    this.#lastUnit = Math.max(this.#lastUnit, seq);
  }
}

function picked(fields: UnitFields, names: readonly string[]): UnitFields {
  return Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(fields, name) ? [[name, fields[name]]] : [])),
  );
}
