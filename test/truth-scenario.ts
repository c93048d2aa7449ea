import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InputError } from '../src/domain/fault.ts';
import type { Answers } from '../src/domain/judging/judgment.ts';
import { importFile } from '../src/operations/exchange/import-file.ts';
import { nextUnits } from '../src/operations/judging/next-unit.ts';
import { saveJudgment } from '../src/operations/judging/save-judgment.ts';
import { newProtocolVersion } from '../src/operations/protocol/new-protocol-version.ts';
import { createProject } from '../src/operations/protocol/create-project.ts';
import type { ProtocolContent } from '../src/formats/protocol/protocol-content.ts';
import { closeRound } from '../src/operations/rounds/close-round.ts';
import { openRound } from '../src/operations/rounds/open-round.ts';
import { projectRounds } from '../src/operations/rounds/project-rounds.ts';
import { removeAnnotator } from '../src/operations/rounds/remove-annotator.ts';
import { defined } from '../src/domain/defined.ts';
import { waiveGate, withdrawWaiver } from '../src/operations/rounds/waive-gate.ts';
import { makeRuling } from '../src/operations/rulings/make-ruling.ts';
import type { WorkContext } from '../src/operations/work-context.ts';
import type { SeededRandom } from '../src/statistics/seeded-random.ts';
import { listRuns } from '../src/store/rounds/rounds.ts';
import { listWaivers } from '../src/store/rounds/waivers.ts';
import { listRulings } from '../src/store/rulings/rulings.ts';
import { insertUnits } from '../src/store/units/units.ts';
import { contentOf, methods, people, place, randomSketch } from './truth-sketch.ts';
import type { Sketch } from './truth-sketch.ts';
import { makeWorld } from './work-world.ts';
import type { WorkWorld } from './work-world.ts';

export const unitIds: readonly string[] = Array.from({ length: 8 }, (_, at) => `r${at + 1}`);
const models = ['nano#1', 'nano#2'];

/** A project that lives by lot: every step is one that a person could take. */
export class Scenario {
  readonly world: WorkWorld;
  readonly #random: SeededRandom;
  readonly #people = new Map<string, WorkContext>();
  #sketch: Sketch;
  #adjudicator: WorkContext;
  #count = 0;

  private constructor(
    world: WorkWorld,
    adjudicator: WorkContext,
    random: SeededRandom,
    sketch: Sketch,
  ) {
    this.world = world;
    this.#adjudicator = adjudicator;
    this.#random = random;
    this.#sketch = sketch;
  }

  static async begin(store: WorkWorld['store'], random: SeededRandom): Promise<Scenario> {
    const sketch = randomSketch(random);
    const world = await makeWorld(store);
    await createProject(world.lead, contentOf(sketch));
    const units = unitIds.map((id, at) => ({
      id,
      subject: `p${at % 2}`,
      fields: { id, place: `p${at % 2}`, text: `Review ${id}` },
    }));
    await store.write((tx) => insertUnits(tx, place, units, '2026-03-02T07:00:00.000Z'));
    const adjudicator = await world.person('ada', 'adjudicator', place.project);
    const scenario = new Scenario(world, adjudicator, random, sketch);
    for (const login of people)
      scenario.#people.set(login, await world.person(login, 'annotator', place.project));
    return scenario;
  }

  get hasRounds(): boolean {
    return this.#sketch.rounds.length > 0;
  }

  get hasNames(): boolean {
    return this.#sketch.named !== null;
  }

  get content(): ProtocolContent {
    return contentOf(this.#sketch);
  }

  get adjudicator(): WorkContext {
    return this.#adjudicator;
  }

  /** Takes one step by lot; says what was done, or what was refused and why. */
  async step(): Promise<string> {
    this.world.pass(1);
    this.#count += 1;
    const steps = [
      () => this.#open(),
      () => this.#judge(),
      () => this.#judge(),
      () => this.#judge(),
      () => this.#close(),
      () => this.#waive(),
      () => this.#import(),
      () => this.#import(),
      () => this.#rule(),
      () => this.#rule(),
      () => this.#change(),
      () => this.#revise(),
      () => this.#withdraw(),
      () => this.#retire(),
    ];
    try {
      return await steps[this.#random.integer(steps.length)]!();
    } catch (error) {
      // A step that the rules forbid is refused, and everything stays as it was.
      if (error instanceof InputError) return `refused: ${error.message}`;
      throw error;
    }
  }

  async #open(): Promise<string> {
    const { rounds } = this.#sketch;
    if (rounds.length === 0) return 'nothing to open';
    const round = this.#pick(rounds);
    const seed = this.#random.integer(1000);
    await openRound(this.world.lead, {
      project: place.project,
      round,
      seed,
      annotators: this.#some(),
      handOut: this.#random.next() < 0.3 ? 'open' : 'balanced',
    });
    return `opened ${round}`;
  }

  async #judge(): Promise<string> {
    const runs = await this.#openRuns();
    if (runs.length === 0) return 'nothing to judge';
    const run = this.#pick(runs);
    const login = this.#pick(people);
    const who = this.#people.get(login)!;
    const { units } = await nextUnits(who, { run });
    const unit = units[0]?.unit;
    if (unit === undefined) return `${login} has nothing to judge`;
    const answers = this.#answers();
    const idempotencyKey = `${run} ${unit} ${login} ${this.#count}`;
    await saveJudgment(who, { run, unit, answers, idempotencyKey, seconds: 10 });
    return `${login} judged ${unit}: ${JSON.stringify(answers)}`;
  }

  async #close(): Promise<string> {
    const runs = await this.#openRuns();
    if (runs.length === 0) return 'nothing to close';
    const run = this.#pick(runs);
    await closeRound(this.world.lead, { run });
    return `closed ${run}`;
  }

  async #waive(): Promise<string> {
    const { states } = await projectRounds(this.world.store, place.project);
    const failed = states.flatMap((one) => one.runs).filter((run) => run.unmet.length > 0);
    if (failed.length === 0) return 'nothing to waive';
    const { run, unmet } = this.#pick(failed);
    const { gate, annotator } = this.#pick(unmet);
    const given = { run, gate, reason: 'Looked at by hand.', ...defined({ annotator }) };
    await waiveGate(this.world.lead, given);
    return `waived ${gate}`;
  }

  async #import(): Promise<string> {
    const names = [...people, ...models, 'zoe'];
    const annotator = this.#pick(names);
    const units = unitIds.filter(() => this.#random.next() < 0.4);
    if (units.length === 0) return 'nothing to import';
    const rows = units.map((unit) => ({
      unit,
      task: place.task,
      annotator,
      answers: this.#answers(),
      guideline: this.#sketch.guideline,
    }));
    const path = join(mkdtempSync(join(tmpdir(), 'assay-')), 'judgments.jsonl');
    writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const round =
      this.hasRounds && this.#random.next() < 0.5 ? this.#pick(this.#sketch.rounds) : null;
    await importFile(this.world.lead, {
      project: place.project,
      kind: 'judgments',
      path,
      name: `judgments-${this.#count}.jsonl`,
      ...(round === null ? {} : { round }),
    });
    return `imported ${units.length} by ${annotator} into ${round ?? 'no round'}`;
  }

  async #rule(): Promise<string> {
    const unit = this.#pick(unitIds);
    const rulings = await this.world.store.read((db) => listRulings(db, { ...place, unit }));
    const exclude = this.#random.next() < 0.2;
    const whole = this.#answers();
    const answers = this.#random.next() < 0.3 ? { relevant: whole['relevant']! } : whole;
    await makeRuling(this.#adjudicator, {
      ...place,
      unit,
      reason: 'Read again.',
      seen: rulings.at(-1)?.id ?? null,
      idempotencyKey: `ruling ${this.#count}`,
      ...(exclude ? { exclude } : { answers }),
    });
    return `ruled on ${unit}`;
  }

  /** A new version of what is asked or of the rules, with a reason. */
  async #change(): Promise<string> {
    const sketch = this.#sketch;
    const minor = Number(sketch.guideline.split('.')[1]) + 1;
    const changes: readonly Partial<Sketch>[] = [
      { guideline: `1.${minor}` },
      { named: sketch.named === null ? people.slice(0, 2) : null },
      { method: this.#pick(methods) },
      { tie: sketch.tie === 'ruling' ? 'heaviest' : 'ruling' },
      { pilotGate: sketch.pilotGate > 0.5 ? 0.1 : 0.95 },
      { grave: sketch.grave.startsWith('S') ? 'It was dangerous.' : 'Somebody was hurt.' },
      { modelRuns: sketch.modelRuns === 2 ? 1 : 2 },
      { modelWeight: sketch.modelWeight === 1 ? 0 : 1 },
      { hasModels: !sketch.hasModels },
      { truth: sketch.truth !== null || sketch.rounds.length === 0 ? null : [sketch.rounds[0]!] },
      { rounds: sketch.rounds.includes('pilot') ? ['full'] : ['pilot', 'full'], truth: null },
    ];
    const change = this.#pick(changes);
    const next: Sketch = { ...sketch, ...change };
    await newProtocolVersion(this.world.lead, {
      project: place.project,
      content: contentOf(next),
      reason: 'Agreed on in the meeting.',
    });
    this.#sketch = next;
    return `new version ${JSON.stringify(change)}`;
  }

  /** Somebody changes their mind. */
  async #revise(): Promise<string> {
    const latest = await this.world.store.read((db) =>
      db
        .selectFrom('judgment')
        .select(['id', 'run', 'unit', 'annotator'])
        .where('run', 'is not', null)
        .where('origin', '=', 'workbench')
        .where('id', 'not in', (eb) =>
          eb.selectFrom('judgment').select('supersedes').where('supersedes', 'is not', null),
        )
        .orderBy('seq')
        .execute(),
    );
    if (latest.length === 0) return 'nothing to revise';
    const { id, run, unit, annotator } = this.#pick(latest);
    const answers = this.#answers();
    await saveJudgment(this.#people.get(annotator)!, {
      run: run!,
      unit,
      answers,
      supersedes: id,
      idempotencyKey: `${run} ${unit} ${annotator} ${this.#count}`,
      seconds: 10,
    });
    return `${annotator} revised ${unit}: ${JSON.stringify(answers)}`;
  }

  async #withdraw(): Promise<string> {
    const waivers = await this.world.store.read((db) =>
      listWaivers(db, { project: place.project }),
    );
    const standing = waivers.filter((waiver) => waiver.withdrawn === null);
    if (standing.length === 0) return 'nothing to withdraw';
    const { id, run } = this.#pick(standing);
    await withdrawWaiver(this.world.lead, { run, waiver: id, reason: 'Looked at again.' });
    return `withdrew a waiver`;
  }

  /** Somebody leaves an open run, and what they have not judged goes to the others. */
  async #retire(): Promise<string> {
    const runs = await this.#openRuns();
    if (runs.length === 0 || this.#random.next() < 0.5) return 'nobody leaves';
    const annotator = this.#pick(people);
    await removeAnnotator(this.world.lead, { run: this.#pick(runs), annotator });
    return `${annotator} left`;
  }

  async #openRuns(): Promise<readonly string[]> {
    const runs = await this.world.store.read((db) => listRuns(db, place.project));
    return runs.filter((run) => run.closedAt === null).map((run) => run.id);
  }

  #answers(): Answers {
    const relevant = this.#random.next() < 0.6;
    return relevant
      ? { relevant, severity: this.#random.next() < 0.5 ? 'mild' : 'grave' }
      : { relevant };
  }

  #some(): readonly string[] {
    return people.filter((_, at) => at < 2 || this.#random.next() < 0.5);
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#random.integer(list.length)]!;
  }
}
