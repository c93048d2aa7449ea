import type { Store } from '../src/store/open-store.ts';
import { insertProtocol } from '../src/store/protocols.ts';
import type { NewJudgment } from '../src/store/judgments.ts';
import { insertRun, insertRunUnits } from '../src/store/rounds.ts';
import type { RoundRun } from '../src/store/rounds.ts';
import { createSlots } from '../src/store/slots.ts';
import { insertUnits } from '../src/store/units.ts';

/** The time of everything whose time does not matter. */
export const someTime = '2026-01-31T09:30:00.000Z';

/** Names that the tests use. */
export const place = { project: 'topics', task: 'labels' } as const;

/** What a workspace is to hold. */
export interface WorkspacePlan {
  readonly units?: number;
  /** Slots for everybody, `perUnit` on each unit; with annotators, each unit has one slot for each of them. */
  readonly perUnit?: number;
  readonly annotators?: readonly string[];
}

/** A project with units and an open run over all of them. */
export async function seedWorkspace(store: Store, plan: WorkspacePlan = {}): Promise<RoundRun> {
  const { units = 3, annotators = [] } = plan;
  const perUnit = annotators.length > 0 ? annotators.length : (plan.perUnit ?? 2);
  return await store.write(async (tx) => {
    await insertProtocol(tx, { project: place.project, hash: 'h1', source: 'assay: 1', guidelineVersion: '1.0', guidelineSource: '# Guideline', files: {}, createdAt: someTime, createdBy: 'lena' });
    await insertUnits(tx, place, unitList(units), someTime);
    const run = await insertRun(tx, buildRun({ perUnit, handOut: annotators.length > 0 ? 'balanced' : 'open' }));
    await insertRunUnits(tx, run.id, unitList(units).map(({ id }, position) => ({ unit: id, position, inclusionProbability: 0.5 })));
    const slots = unitList(units).flatMap(({ id }, position) => Array.from({ length: perUnit }, (_, at) => ({ unit: id, ordinal: at + 1, annotator: annotators[at] ?? null, position })));
    await createSlots(tx, run.id, slots);
    return run;
  });
}

/** Units `u1`, `u2` …, two to a subject. */
export function unitList(count: number): readonly { readonly id: string; readonly subject: string; readonly fields: Readonly<Record<string, unknown>> }[] {
  return Array.from({ length: count }, (_, at) => ({ id: `u${at + 1}`, subject: `d${Math.floor(at / 2) + 1}`, fields: { text: `The ${at + 1}th text – ${'ä€😀'.slice(0, (at % 3) + 1)}`, page: at } }));
}

/** A run, with what a test does not care about filled in. */
export function buildRun(given: Partial<RoundRun> = {}): Omit<RoundRun, 'attempt' | 'closedAt' | 'closedBy'> {
  return {
    id: 'run-1',
    project: place.project,
    round: 'pilot',
    task: place.task,
    protocolVersion: 1,
    guideline: '1.0',
    taskHash: 'abcdef0123456789',
    seed: 7,
    perUnit: 2,
    handOut: 'open',
    openedAt: someTime,
    openedBy: 'lena',
    ...given,
  };
}

/** A judgment, with what a test does not care about filled in. */
export function buildJudgment(given: Partial<NewJudgment> = {}): NewJudgment {
  const { unit = 'u1', annotator = 'anna' } = given;
  return {
    id: `judgment-${unit}-${annotator}`,
    project: place.project,
    task: place.task,
    run: 'run-1',
    unit,
    annotator,
    answers: { IRB: 2, CreditRisk: 0 },
    asides: { confidence: 'high' },
    guideline: '1.0',
    taskHash: 'abcdef0123456789',
    at: someTime,
    seconds: 12.5,
    idempotencyKey: `key-${unit}-${annotator}`,
    origin: 'workbench',
    ...given,
  };
}
