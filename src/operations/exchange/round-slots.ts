import type { CodedText } from '../../domain/coded-text.ts';
import type { FurtherReason } from '../../domain/judging/further.ts';
import type { Judgment } from '../../domain/judging/judgment.ts';
import { isAskedByAnswers } from '../../domain/rounds/further-plan.ts';
import { refuse } from '../../domain/fault.ts';
import { isModelRun } from '../../domain/judging/annotator.ts';
import { groupBy } from '../../domain/group-by.ts';
import { codedText } from '../../domain/text-values.ts';
import { listRuns } from '../../store/rounds/rounds.ts';
import { latestInRun } from '../../store/rounds/further-slots.ts';
import { slotsOn } from '../../store/rounds/slots.ts';
import type { FilledSlot, Slot } from '../../store/rounds/slots.ts';
import { runAnnotators } from '../../store/rounds/work-runs.ts';
import { furtherReason } from '../../truth/rounds/further.ts';
import type { FirstJudgment } from '../../truth/rounds/further.ts';
import { roundOf } from '../project-protocol.ts';
import type { ProjectProtocol } from '../project-protocol.ts';
import { drawnUnits } from '../rounds/ask-further.ts';
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

/** A place that a judgment fills, and why the unit has it besides the first ones. */
export interface TakenSlot extends FilledSlot {
  readonly further: FurtherReason | null;
}

/**
 * A further place on a unit whose first judges disagree: one that somebody was given and has not
 * begun, by its number, or one that the import itself asks for.
 */
export interface LatePlace {
  readonly unit: string;
  readonly annotator: string;
  readonly further: FurtherReason;
  readonly slot: number | null;
}

/** What is said of a unit by a row. */
type SaidOfUnit = Pick<Judgment, 'unit' | 'annotator' | 'answers' | 'asides'>;

/** The places of a run for judgments from a file: each has one annotator, and is filled once. */
export class RoundSlots {
  readonly #run: string;
  readonly #people: ReadonlySet<string>;
  /** The run, where the first answers ask for further ones. */
  readonly #asking: RunWork | null;
  /** Free slots that earlier rows of the file take. */
  readonly #taken = new TakenSlots();
  #slots: ReadonlyMap<string, readonly Slot[]> = new Map();
  /** By unit and annotator, what the first judges say, by the record and by the file. */
  readonly #first = new Map<string, Map<string, FirstJudgment>>();
  /** By unit, why it needs further judges by the file, and who has taken such a place. */
  readonly #asked = new Map<string, { readonly reason: FurtherReason; readonly by: string[] }>();

  /** The units that were drawn to have further judges. */
  readonly #drawn: ReadonlySet<string>;

  private constructor(
    run: string,
    people: ReadonlySet<string>,
    asking: { readonly work: RunWork; readonly drawn: ReadonlySet<string> } | null,
  ) {
    this.#run = run;
    this.#people = people;
    this.#asking = asking?.work ?? null;
    this.#drawn = asking?.drawn ?? new Set();
  }

  static async of(db: Database, run: string, work: RunWork | null = null): Promise<RoundSlots> {
    const isAsking = work !== null && isAskedByAnswers(work.round.further);
    const asking = isAsking ? { work, drawn: await drawnUnits(db, work) } : null;
    return new RoundSlots(run, new Set(await runAnnotators(db, run)), asking);
  }

  /** Looks up the places on some units. */
  async lookUp(db: Database, units: readonly string[]): Promise<void> {
    this.#slots = groupBy(await slotsOn(db, this.#run, units), (slot) => slot.unit);
    if (this.#asking === null) return;
    const { facts } = this.#asking;
    const said = { ...facts, run: facts.id, units, withHidden: false };
    for (const one of await latestInRun(db, said))
      if (this.#first.get(one.unit)?.has(one.annotator) !== true) this.note(one);
  }

  /**
   * The annotator's own place on a unit, or for people a free one; else why there is none. On units
   * whose first judges disagree, also a further one.
   */
  take(said: SaidOfUnit): TakenSlot | LatePlace | CodedText {
    const { unit, annotator } = said;
    const slots = this.#slots.get(unit);
    if (slots === undefined) return codedText('unit-not-in-round');
    const isOpen = (slot: Slot): boolean => slot.judgedAt === null && !this.#taken.has(slot.id);
    const own = slots.find((slot) => slot.annotator === annotator && isOpen(slot));
    if (own === undefined && !this.#people.has(annotator))
      return codedText('annotator-not-in-round', { annotator });
    const isFree = (one: Slot): boolean =>
      one.annotator === null && isOpen(one) && !isModelRun(annotator);
    const slot = own ?? slots.find(isFree);
    if (slot !== undefined) {
      this.#taken.add(slot.id);
      this.note(said);
      return { id: slot.id, annotator, further: slot.further };
    }
    const late = isModelRun(annotator) ? null : this.#late(slots, said, isOpen);
    return late ?? codedText('no-slot-left', { annotator });
  }

  /** Notes what one of a unit's first judges says, which may ask for further ones. */
  note({ unit, annotator, answers, asides }: SaidOfUnit): void {
    if (this.#asking === null) return;
    const { round, task } = this.#asking;
    const slots = this.#slots.get(unit) ?? [];
    const least = round.annotators ?? 0;
    const isLate = slots.some((slot) => slot.further !== null && slot.annotator === annotator);
    if (isLate || isModelRun(annotator)) return;
    const known = this.#first.get(unit) ?? new Map<string, FirstJudgment>();
    this.#first.set(unit, known.set(annotator, { answers, flag: asides.flag === true }));
    const isSettled = this.#asked.has(unit) || slots.some((slot) => slot.further !== null);
    if (isSettled || known.size < least) return;
    const isDrawn = this.#drawn.has(unit);
    const reason = furtherReason(round, task.task, { first: [...known.values()], isDrawn });
    if (reason !== null) this.#asked.set(unit, { reason, by: [] });
  }

  #late(
    slots: readonly Slot[],
    { unit, annotator }: SaidOfUnit,
    isOpen: (slot: Slot) => boolean,
  ): LatePlace | null {
    // Whoever was given it later and has not begun need not judge it any more.
    const isLater = (slot: Slot): boolean => this.#asking !== null && slot.further !== null;
    const given = slots.find((slot) => isLater(slot) && isOpen(slot));
    if (given !== undefined) {
      this.#taken.add(given.id);
      return { unit, annotator, further: given.further!, slot: given.id };
    }
    const asked = this.#asked.get(unit);
    const { annotators, further } = this.#asking?.round ?? { annotators: null, further: null };
    if (asked === undefined || asked.by.length >= (further?.upTo ?? 0) - (annotators ?? 0))
      return null;
    asked.by.push(annotator);
    return { unit, annotator, further: asked.reason, slot: null };
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
