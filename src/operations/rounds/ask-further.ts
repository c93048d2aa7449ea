import { groupBy } from '../../domain/group-by.ts';
import { isModelRun } from '../../domain/judging/annotator.ts';
import { isAskedByAnswers } from '../../domain/rounds/further-plan.ts';
import { seededRandom } from '../../statistics/seeded-random.ts';
import {
  addFurtherSlots,
  countOpenPlaces,
  freePosition,
  furtherCounts,
  latestInRun,
} from '../../store/rounds/further-slots.ts';
import type { LatestInRun } from '../../store/rounds/further-slots.ts';
import { runUnits } from '../../store/rounds/rounds.ts';
import { slotsOn } from '../../store/rounds/slots.ts';
import type { NewSlot, Slot } from '../../store/rounds/slots.ts';
import { runAnnotators } from '../../store/rounds/work-runs.ts';
import {
  addedPlace,
  chooseFurther,
  drawFurther,
  furtherReason,
} from '../../truth/rounds/further.ts';
import type { Database, WriteTransaction } from '../workspace.ts';
import type { RunWork } from './run-work.ts';

/**
 * Gives further places to those of some units whose first annotators disagree, or flagged, by now:
 * in the write that adds their judgments, behind them, when the logs are locked. So two servers
 * that save at once ask once, and nobody sees the judgments without the places that they ask for.
 * Whoever gets a place finds it anywhere among their open units. A unit that has its places keeps
 * them, whatever its first annotators say later. Returns who was given something.
 */
export async function askFurther(
  tx: WriteTransaction,
  { facts, round, task }: RunWork,
  units: readonly string[],
  imported: ImportedFurther | null = null,
): Promise<readonly string[]> {
  const { annotators: least, further: plan } = round;
  if (!isAskedByAnswers(plan) || least === null || units.length === 0) return [];
  const run = facts.id;
  const complete = [...groupBy(await slotsOn(tx, run, units), (slot) => slot.unit)].flatMap(
    ([unit, slots]) => {
      const first = firstSlots(slots, least);
      return first === null ? [] : [{ unit, slots, first }];
    },
  );
  if (complete.length === 0) return [];
  const said = new Map(
    (
      await latestInRun(tx, {
        ...facts,
        run,
        units: complete.map((one) => one.unit),
        withHidden: imported !== null,
      })
    ).map((one) => [keyOf(one), one]),
  );
  const drawn = await drawnUnits(tx, { facts, round });
  const places = new FurtherPlaces(tx, facts, imported);
  for (const { unit, slots, first } of complete) {
    const judged = first.flatMap(({ annotator }) => {
      const own: LatestInRun | undefined = said.get(keyOf({ unit, annotator: annotator! }));
      return own === undefined ? [] : [{ answers: own.answers, flag: own.asides.flag === true }];
    });
    const isDrawn = drawn.has(unit);
    const reason = furtherReason(round, task.task, { first: judged, isDrawn });
    if (reason === null) continue;
    await places.add(slots, { unit, reason, count: plan.upTo - least, after: least });
  }
  await addFurtherSlots(tx, run, places.slots);
  return places.slots.flatMap(({ annotator }) => (annotator === null ? [] : [annotator]));
}

/** The units of a run that were drawn to have further annotators whatever is answered. */
export async function drawnUnits(
  db: Database,
  { facts, round }: Pick<RunWork, 'facts' | 'round'>,
): Promise<ReadonlySet<string>> {
  if ((round.further?.share ?? 0) === 0) return new Set();
  const known = drawnOf.get(round)?.get(facts.id);
  if (known !== undefined) return known;
  const units = (await runUnits(db, facts.id)).map((one) => one.unit);
  const drawn = drawFurther(units, round.further, facts.seed);
  drawnOf.set(round, (drawnOf.get(round) ?? new Map()).set(facts.id, drawn));
  return drawn;
}

/** By round, as a version of a protocol has it, and by run: the units of a run never change. */
const drawnOf = new WeakMap<RunWork['round'], Map<string, ReadonlySet<string>>>();

/** By unit, whose further judgments an import brings: the places are theirs, nobody else's. */
export type ImportedFurther = ReadonlyMap<string, readonly string[]>;

/** The places of a unit's first annotators, all judged; null while one is not, or is asked. */
function firstSlots(slots: readonly Slot[], least: number): readonly Slot[] | null {
  const people = slots.filter(({ annotator }) => annotator === null || !isModelRun(annotator));
  if (people.some((slot) => slot.further !== null)) return null;
  const first = people.filter((slot) => slot.ordinal <= least);
  return first.length === least && first.every((slot) => slot.judgedAt !== null) ? first : null;
}

function keyOf({ unit, annotator }: Pick<LatestInRun, 'unit' | 'annotator'>): string {
  return JSON.stringify([unit, annotator]);
}

interface AskedUnit {
  readonly unit: string;
  readonly reason: NonNullable<Slot['further']>;
  readonly count: number;
  /** The number of the last place before the further ones. */
  readonly after: number;
}

/** The further places that a write adds, and who gets them. */
class FurtherPlaces {
  readonly slots: NewSlot[] = [];
  readonly #tx: WriteTransaction;
  readonly #facts: RunWork['facts'];
  readonly #imported: ImportedFurther | null;
  /** The people of the run, with how many further units each was given. */
  #people: Map<string, number> | null = null;

  constructor(tx: WriteTransaction, facts: RunWork['facts'], imported: ImportedFurther | null) {
    this.#tx = tx;
    this.#facts = facts;
    this.#imported = imported;
  }

  async add(slots: readonly Slot[], { unit, reason, count, after }: AskedUnit): Promise<void> {
    const { seed, handOut } = this.#facts;
    const given = (this.#imported?.get(unit) ?? []).slice(0, count);
    const left = count - given.length;
    const chosen = [
      ...given,
      ...(handOut === 'open' || left === 0 ? [] : await this.#choose(slots, unit, left, given)),
    ];
    for (let at = 0; at < count; at += 1) {
      const annotator = chosen[at] ?? null;
      const ordinal = after + 1 + at;
      // Where anybody may claim, all places of a unit share its position.
      const shared = handOut === 'open' ? slots[0]!.position : null;
      const isShared = annotator === null || handOut === 'open';
      const position = isShared ? shared : await this.#position(annotator, `${seed}:added:${unit}`);
      this.slots.push({ unit, ordinal, annotator, position, further: reason });
    }
  }

  async #choose(
    slots: readonly Slot[],
    unit: string,
    count: number,
    taken: readonly string[],
  ): Promise<readonly string[]> {
    const { id, seed } = this.#facts;
    const holders = new Set([...slots.map((slot) => slot.annotator), ...taken]);
    const people = (this.#people ??= await this.#counted(id));
    const candidates = [...people]
      .filter(([annotator]) => !holders.has(annotator))
      .map(([annotator, given]) => ({ annotator, given }));
    const chosen = chooseFurther(candidates, count, { unit, seed });
    for (const annotator of chosen) people.set(annotator, people.get(annotator)! + 1);
    return chosen;
  }

  async #counted(run: string): Promise<Map<string, number>> {
    const names = await runAnnotators(this.#tx, run);
    const counts = await furtherCounts(this.#tx, run);
    const people = names.filter((name) => !isModelRun(name));
    return new Map(people.map((name) => [name, counts.get(name) ?? 0]));
  }

  async #position(annotator: string, seed: string): Promise<number> {
    const whose = { run: this.#facts.id, annotator };
    const open = await countOpenPlaces(this.#tx, whose);
    const { takes } = addedPlace(open, seededRandom(`${seed}:${annotator}`));
    return await freePosition(this.#tx, whose, takes);
  }
}
