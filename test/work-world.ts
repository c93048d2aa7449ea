import type { Answers } from '../src/domain/judging/judgment.ts';
import { createProject } from '../src/operations/protocol/create-project.ts';
import { nextUnits } from '../src/operations/judging/next-unit.ts';
import type { ProtocolContent } from '../src/formats/protocol/protocol-content.ts';
import { saveJudgment } from '../src/operations/judging/save-judgment.ts';
import type { SavedJudgment } from '../src/operations/judging/save-judgment.ts';
import type { Role, WorkContext } from '../src/operations/work-context.ts';
import { insertAccount } from '../src/store/people/accounts.ts';
import { grantRole } from '../src/store/people/memberships.ts';
import type { Store } from '../src/store/open-store.ts';
import { insertUnits } from '../src/store/units/units.ts';
import { proveAtEnd } from './stores.ts';

/** A workspace with people in it, and a clock that the test moves. */
export interface WorkWorld {
  readonly store: Store;
  /** The workspace's lead. */
  readonly lead: WorkContext;
  /** Moves the clock, in minutes. */
  pass(minutes: number): void;
  /** Somebody with a role in the project; `*` is the whole workspace. */
  person(login: string, role?: Role, project?: string): Promise<WorkContext>;
}

/** The project that the tests use, unless they say otherwise. */
export const project = 'labels';

/** Makes a workspace with a lead, over an empty store, whose record is proven at the end. */
export async function makeWorld(store: Store, isProven = true): Promise<WorkWorld> {
  if (isProven) proveAtEnd(store);
  let now = Date.parse('2026-03-02T08:00:00Z');
  let ids = 0;
  const clock = (): Date => new Date(now);
  const newId = (): string => `id-${String((ids += 1)).padStart(6, '0')}`;
  const person = async (
    login: string,
    role: Role = 'annotator',
    where = project,
  ): Promise<WorkContext> => {
    const at = clock().toISOString();
    await store.write(async (tx) => {
      await insertAccount(tx, {
        id: `account-${login}`,
        login,
        name: login,
        passwordHash: null,
        language: 'en',
        keymap: 'default',
        createdAt: at,
      });
      await grantRole(tx, { project: where, account: `account-${login}`, role, createdAt: at });
    });
    return {
      store,
      clock,
      newId,
      actor: {
        account: `account-${login}`,
        login,
        roleIn: (one) => (one === where || where === '*' ? role : null),
        via: 'session',
      },
    };
  };
  return {
    store,
    lead: await person('lena', 'lead', '*'),
    pass: (minutes) => {
      now += minutes * 60_000;
    },
    person,
  };
}

/** What a test says of its protocol; the rest is a small form of three labels. */
export interface ContentSketch {
  readonly guideline?: string;
  /** The rounds, in YAML. */
  readonly rounds: string;
  /** What the guideline says about A. */
  readonly definition?: string;
  /** Another question behind the three labels, in YAML. */
  readonly question?: string;
  readonly key?: readonly Readonly<Record<string, unknown>>[];
  readonly panel?: string;
  readonly title?: string;
}

/**
 * A protocol with its guideline and key. Units have a shown text, context, a folded source, and
 * hidden scores.
 */
export function protocolContent(sketch: ContentSketch): ProtocolContent {
  const version = sketch.guideline ?? '1.0';
  const source = `assay: 1
name: ${project}
title: ${sketch.title ?? 'Labels'}
guideline: { version: "${version}", file: guideline.md }
tasks:
  topics:
    unit: { id: id, subject: document, show: text, context: [previous], folded: [source],
      place: [page], hidden: [score] }
    form: labels
    scales:
      grade: { ordinal: [0: no, 1: some, 2: much], present: 1, ticked: 1 }
    questions:
      A: { title: Label A, scale: grade }
      B: { title: Label B, scale: grade }
      C: { title: Label C, scale: grade }
${sketch.question === undefined ? '' : `      ${sketch.question}\n`}    asides: [confidence, notes, flag]
panel:
${sketch.panel ?? '  people: { kind: human }'}
  keywords: { kind: rule, file: rules.yaml }
monitor: { per_hour: [3, 15], expected_per_hour: [5, 10], idle_seconds: 60 }
rounds:
${sketch.rounds}
`;
  const key = sketch.key ?? [];
  return {
    source,
    guideline:
      `# Guideline ${version}\n\n## A – Label A\n\n### Definition\n\n` +
      `${sketch.definition ?? 'A is the first letter. It stands at the beginning.'}\n\n` +
      '### Include\n\n- Texts about A.\n\n### Exclude\n\n- Texts about B.\n\n## How to ' +
      'decide\n\nRead the text.\n',
    files: {
      'rules.yaml': 'labels: { A: [alpha], B: [beta], C: [gamma] }\n',
      ...(key.length === 0
        ? {}
        : { 'key.jsonl': key.map((row) => `${JSON.stringify(row)}\n`).join('') }),
    },
  };
}

/** Known answers about the first units, two labels each, with the reason. */
export function trainingKey(count: number): readonly Readonly<Record<string, unknown>>[] {
  return Array.from({ length: count }, (_, at) => {
    const labels = truthOf(`u${at + 1}`);
    return {
      id: `u${at + 1}`,
      labels: Object.keys(labels).filter((name) => labels[name] !== 0),
      annotator_id: 'key',
      notes: `Reason ${at + 1}`,
    };
  });
}

/** What is right about a unit: A on odd ones, B on every third, C on every fifth. */
export function truthOf(unit: string): Answers {
  const number = Number(unit.slice(1));
  return { A: number % 2 === 1 ? 1 : 0, B: number % 3 === 0 ? 1 : 0, C: number % 5 === 0 ? 1 : 0 };
}

/** The other way round. */
export function wrongOf(unit: string): Answers {
  return Object.fromEntries(
    Object.entries(truthOf(unit)).map(([name, grade]) => [name, grade === 0 ? 1 : 0]),
  );
}

/** Makes the project with its units `u1` …, and gives its lead. */
export async function makeProject(
  world: WorkWorld,
  content: ProtocolContent,
  units: number,
): Promise<void> {
  await createProject(world.lead, content);
  const list = Array.from({ length: units }, (_, at) => ({
    id: `u${at + 1}`,
    subject: `d${Math.floor(at / 5)}`,
    fields: {
      id: `u${at + 1}`,
      document: `d${Math.floor(at / 5)}`,
      text: `${at % 2 === 0 ? 'alpha' : 'beta'} text ${at + 1}`,
      previous: 'before',
      source: 'where it is from',
      page: at,
      score: `HIDDEN-${at}`,
      band: 'HIDDEN-BAND',
    },
  }));
  await world.store.write((tx) =>
    insertUnits(tx, { project, task: 'topics' }, list, '2026-03-02T07:00:00.000Z'),
  );
}

/** Saves an answer to the next unit of somebody; gives the unit, or null when there is none. */
export async function judgeNext(
  who: WorkContext,
  run: string,
  answer: (unit: string) => Answers,
): Promise<{ readonly unit: string; readonly saved: SavedJudgment } | null> {
  const { units } = await nextUnits(who, { run });
  const unit = units[0]?.unit;
  if (unit === undefined) return null;
  return {
    unit,
    saved: await saveJudgment(who, {
      run,
      unit,
      answers: answer(unit),
      idempotencyKey: `${run} ${unit} ${who.actor.login}`,
      seconds: 30,
    }),
  };
}

/** Lets somebody judge everything they hold; gives the units in their order. */
export async function judgeAll(
  who: WorkContext,
  run: string,
  answer: (unit: string) => Answers,
): Promise<readonly string[]> {
  const units: string[] = [];
  for (
    let judged = await judgeNext(who, run, answer);
    judged !== null;
    judged = await judgeNext(who, run, answer)
  )
    units.push(judged.unit);
  return units;
}
