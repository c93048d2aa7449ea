import { codedText } from '../../domain/text-values.ts';
import { annotatorFamily } from '../../domain/judging/annotator.ts';
import { refuse } from '../../domain/fault.ts';
import { lastJudgmentSeq } from '../../store/judging/judgments.ts';
import type { Store } from '../../store/open-store.ts';
import { runUnits } from '../../store/rounds/rounds.ts';
import { logBetween, logOfRunUnits } from '../../store/fold/judgment-log.ts';
import { cacheOf } from '../caches.ts';
import { familiesOf, familyRatings } from '../../truth/agreement/families.ts';
import { gateFigures } from '../../truth/rounds/gate-figures.ts';
import type { GateFigures } from '../../truth/rounds/gate-report.ts';
import { RunTally } from '../../truth/fold/run-tally.ts';
import { loadRunWork } from '../rounds/run-work.ts';
import type { RunWork } from '../rounds/run-work.ts';

/**
 * The tally of a run, up to date. It is kept in memory and follows the log: the first call reads
 * all judgments of the run, later calls only what any server added since.
 */
export function runTally(store: Store, run: string): Promise<RunTally> {
  return cacheOf(store, 'runFollower', () => new LogFollower(store)).tally(run);
}

/** The figures that the gates of a run ask for. Runs of one model count as one voice. */
export function runGateFigures(work: RunWork, tally: RunTally, wanted: number): GateFigures {
  const { panel } = work.project.protocol;
  const families = familiesOf(tally.annotators, (annotator) => annotatorFamily(panel, annotator));
  const isRelated = families.length < tally.annotators.length;
  const rated = tally.questions.map((question, at) =>
    isRelated
      ? { question, ratings: familyRatings(tally.ratingsOf(at, tally.annotators), families) }
      : { question, ratings: tally.ratings(at), patterns: tally.patterns(at) },
  );
  const quotas = () => ({ wanted, given: tally.judged });
  return gateFigures({ rated, annotators: families.length, quotas });
}

/** Judgments read at once: few enough that saves in between do not wait. */
const pieceSize = 1000;
const unitsTogether = 200;
/** Looking a unit up costs about as much as reading so many judgments in order. */
const unitsFactor = 20;
/** The most answers held over all runs: about a byte each per measured question. */
const mostPlaces = 4_000_000;

/** Follows the judgment log for the runs in use, one step at a time so that none counts twice. */
export class LogFollower {
  readonly #store: Store;
  readonly #tallies = new Map<string, RunTally>();
  #seen = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(store: Store) {
    this.#store = store;
  }

  tally(run: string): Promise<RunTally> {
    const next = this.#last.then(() => this.#current(run));
    // A failure goes to its caller; the next call starts afresh.
    this.#last = next.catch(() => undefined);
    return next;
  }

  async #current(run: string): Promise<RunTally> {
    const end = await this.#store.read((db) => lastJudgmentSeq(db));
    await this.#follow(end);
    const tally = this.#tallies.get(run) ?? (await this.#load(run, end));
    // The one that was asked for last is dropped last.
    this.#tallies.delete(run);
    this.#tallies.set(run, tally);
    this.#makeRoom();
    return tally;
  }

  async #follow(end: number): Promise<void> {
    if (this.#tallies.size === 0) this.#seen = end;
    while (this.#seen < end) {
      const upTo = Math.min(this.#seen + pieceSize, end);
      const piece = await this.#store.read((db) => logBetween(db, { after: this.#seen, upTo }));
      for (const entry of piece) if (entry.run !== null) this.#tallies.get(entry.run)?.add(entry);
      this.#seen = upTo;
    }
  }

  async #load(run: string, upTo: number): Promise<RunTally> {
    const work = await loadRunWork(this.#store, run);
    if (work === null) refuse('not-found', { what: codedText('run', { id: run }) });
    const units = await this.#store.read((db) => runUnits(db, run));
    const tally = new RunTally(work.task.task, {
      units: units.map((one) => one.unit),
      versions: { taskHash: work.facts.taskHash, guideline: work.facts.guideline },
      counts: work.round.kind === 'training' ? 'first' : 'last',
    });
    // A run of a few units in a long log is looked up by unit; else the whole log is read.
    if (units.length * unitsFactor < upTo) await this.#loadByUnit(tally, work, upTo);
    else await this.#loadByLog(tally, run, upTo);
    return tally;
  }

  async #loadByLog(tally: RunTally, run: string, end: number): Promise<void> {
    for (let after = 0; after < end; after += pieceSize) {
      const upTo = Math.min(after + pieceSize, end);
      const piece = await this.#store.read((db) => logBetween(db, { after, upTo, run }));
      for (const entry of piece) tally.add(entry);
    }
  }

  async #loadByUnit(tally: RunTally, { facts }: RunWork, upTo: number): Promise<void> {
    const { id: run, project, task } = facts;
    for (let from = 0; from < tally.units.length; from += unitsTogether) {
      const wanted = { run, project, task, from, to: from + unitsTogether, upTo };
      const piece = await this.#store.read((db) => logOfRunUnits(db, wanted));
      for (const entry of piece) tally.add(entry);
    }
  }

  #makeRoom(): void {
    let places = 0;
    for (const [run, tally] of [...this.#tallies].toReversed()) {
      places += tally.units.length * 3;
      if (places > mostPlaces && this.#tallies.size > 1) this.#tallies.delete(run);
    }
  }
}
