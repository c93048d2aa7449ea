import type { CodedText } from '../../domain/coded-text.ts';
import { refuse } from '../../domain/fault.ts';
import { isModelRun } from '../../domain/judging/annotator.ts';
import { groupBy } from '../../domain/group-by.ts';
import { codedText } from '../../domain/text-values.ts';
import { listRuns } from '../../store/rounds/rounds.ts';
import { slotsOn } from '../../store/rounds/slots.ts';
import type { FilledSlot, Slot } from '../../store/rounds/slots.ts';
import { runAnnotators } from '../../store/rounds/work-runs.ts';
import { roundOf } from '../project-protocol.ts';
import type { ProjectProtocol } from '../project-protocol.ts';
import { loadRunWork } from '../rounds/run-work.ts';
import type { RunWork } from '../rounds/run-work.ts';
import type { WorkContext } from '../work-context.ts';
import type { Database } from '../workspace.ts';

/** The open run of the round that an import names; null when it names none. */
export async function importedRound(
  { store }: WorkContext,
  project: ProjectProtocol,
  round: string | undefined,
): Promise<RunWork | null> {
  if (round === undefined) return null;
  const runs = await store.read((db) => listRuns(db, project.project));
  const open = runs.find((run) => run.round === round && run.closedAt === null);
  if (open === undefined) refuse('round-not-open', { round: roundOf(project, round).id });
  return await loadRunWork(store, open.id);
}

/** The places of a run for judgments from a file: each has one annotator, and is filled once. */
export class RoundSlots {
  readonly #run: string;
  readonly #people: ReadonlySet<string>;
  /** Free slots that earlier rows of the file take. */
  readonly #taken = new TakenSlots();
  #slots: ReadonlyMap<string, readonly Slot[]> = new Map();

  private constructor(run: string, people: ReadonlySet<string>) {
    this.#run = run;
    this.#people = people;
  }

  static async of(db: Database, run: string): Promise<RoundSlots> {
    return new RoundSlots(run, new Set(await runAnnotators(db, run)));
  }

  /** Looks up the places on some units. */
  async lookUp(db: Database, units: readonly string[]): Promise<void> {
    this.#slots = groupBy(await slotsOn(db, this.#run, units), (slot) => slot.unit);
  }

  /** The annotator's own place on a unit, or for people a free one; else why there is none. */
  take(unit: string, annotator: string): FilledSlot | CodedText {
    const slots = this.#slots.get(unit);
    if (slots === undefined) return codedText('unit-not-in-round');
    const isOpen = (slot: Slot): boolean => slot.judgedAt === null && !this.#taken.has(slot.id);
    const own = slots.find((slot) => slot.annotator === annotator && isOpen(slot));
    if (own === undefined && !this.#people.has(annotator))
      return codedText('annotator-not-in-round', { annotator });
    const isFree = (one: Slot): boolean =>
      one.annotator === null && isOpen(one) && !isModelRun(annotator);
    const slot = own ?? slots.find(isFree);
    if (slot === undefined) return codedText('no-slot-left', { annotator });
    this.#taken.add(slot.id);
    return { id: slot.id, annotator };
  }
}

/**
 * The numbers of slots, a bit for each, in blocks: a set of a million numbers would stand still
 * for a tenth of a second whenever it grows.
 */
class TakenSlots {
  readonly #blocks = new Map<number, Uint32Array>();

  has(slot: number): boolean {
    const block = this.#blocks.get(Math.floor(slot / slotsTogether));
    const place = slot % slotsTogether;
    return block !== undefined && (block[place >>> 5]! & (1 << (place & 31))) !== 0;
  }

  add(slot: number): void {
    const number = Math.floor(slot / slotsTogether);
    const block = this.#blocks.get(number) ?? new Uint32Array(slotsTogether / 32);
    this.#blocks.set(number, block);
    const place = slot % slotsTogether;
    block[place >>> 5] = block[place >>> 5]! | (1 << (place & 31));
  }
}

const slotsTogether = 2 ** 15;
