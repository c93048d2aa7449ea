import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';
import type { Answer } from '../../src/domain/answer.ts';
import { scaleAnswers } from '../../src/domain/protocol/scale.ts';
import type { Question } from '../../src/domain/protocol/question.ts';
import type { Task } from '../../src/domain/protocol/task.ts';
import { loadProtocol } from '../../src/operations/protocol/load-protocol.ts';
import { openRound } from '../../src/operations/rounds/open-round.ts';
import { seededRandom } from '../../src/statistics/seeded-random.ts';
import { compileTask } from '../../src/truth/judging/faults.ts';
import { requiredFirst } from '../../src/web/scenes/judging/annotate/form/required-first.ts';
import type { OpenedRound } from './annotate-rounds.ts';
import type { Workbench } from './workbench.ts';

/** The answers to one unit, by question. */
export type Vector = Readonly<Record<string, Answer>>;

const examples = fileURLToPath(new URL('../../examples', import.meta.url));

/** A task of an example with as many units as are wanted, in a round for one person. */
export async function typedRound(
  workbench: Workbench,
  given: { readonly example: string; readonly task: string; readonly units: number },
): Promise<OpenedRound & { readonly task: Task }> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-typed-'));
  try {
    const source = join(examples, given.example);
    const whole = parse(readFileSync(join(source, 'protocol.yaml'), 'utf8')) as Whole;
    const { assay, guideline, tasks } = whole;
    const first = readFileSync(join(source, whole.units[given.task]!), 'utf8').split('\n')[0]!;
    const { unit } = tasks[given.task]!;
    const names = [unit.id].flat();
    const rows = Array.from({ length: given.units }, (_, at) => ({
      ...(JSON.parse(first) as object),
      ...Object.fromEntries(names.map((name) => [name, `u-${String(at).padStart(4, '0')}`])),
    }));
    copyFileSync(join(source, 'guideline.md'), join(folder, 'guideline.md'));
    writeFileSync(join(folder, 'units.jsonl'), rows.map((row) => JSON.stringify(row)).join('\n'));
    const protocol = {
      assay,
      name: 'typed',
      guideline,
      tasks,
      units: { [given.task]: 'units.jsonl' },
      panel: { people: { weight: 1, names: ['mara'] } },
      rounds: { typed: { kind: 'full', task: given.task, units: 'all', annotators: 1 } },
    };
    writeFileSync(join(folder, 'protocol.yaml'), stringify(protocol));
    const { tasks: read } = loadProtocol(folder).protocol;
    // As the form asks: first what must be answered.
    const task = requiredFirst(read.find((one) => one.id === given.task)!);
    const project = await workbench.load(folder);
    const lead = await workbench.person('lena', { [project]: 'lead' });
    const mara = await workbench.person('mara', { [project]: 'annotator' });
    const request = { project, round: 'typed', seed: 3, annotators: ['mara'] };
    const { run } = await openRound(lead.work, request);
    return { project, run: run.id, lead, people: [mara], task };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The task of an example. */
export function exampleTask(example: string, task: string): Task {
  const { protocol } = loadProtocol(join(examples, example));
  return protocol.tasks.find((one) => one.id === task)!;
}

/** Every valid vector of a task, or a seeded sample of them where there are more. */
export function vectorsOf(task: Task, most: number): readonly Vector[] {
  const closed = task.questions.filter(({ scale }) => scaleAnswers(scale).length > 0);
  const total = closed.reduce((product, question) => product * choices(question).length, 1);
  const isSample = total > 20_000;
  const random = seededRandom(7);
  const found = new Map<string, Vector>();
  const { faults } = compileTask(task);
  const words = task.questions.filter((question) => !closed.includes(question));
  for (let number = 0; isSample ? found.size < most : number < total; number += 1) {
    let rest = number;
    const entries = closed.flatMap((question): [string, Answer][] => {
      const options = choices(question);
      const at = isSample ? Math.floor(random.next() * options.length) : rest % options.length;
      rest = Math.floor(rest / options.length);
      const answer = options[at];
      return answer === undefined ? [] : [[question.id, answer]];
    });
    const vector = Object.fromEntries(entries);
    const written = Object.fromEntries(words.map(({ id }) => [id, 'x']));
    if (faults({ ...vector, ...written }, null).length === 0)
      found.set(JSON.stringify(vector), vector);
  }
  const all = [...found.values()];
  if (all.length <= most) return all;
  const step = all.length / most;
  return Array.from({ length: most }, (_, at) => all[Math.floor(at * step)]!);
}

/** What may be answered; a question that may be skipped or is not asked may also have no answer. */
function choices(question: Question): readonly (Answer | undefined)[] {
  const answers = scaleAnswers(question.scale);
  return question.required && question.when === null ? answers : [...answers, undefined];
}

interface Whole {
  readonly assay: number;
  readonly guideline: unknown;
  readonly units: Readonly<Record<string, string>>;
  readonly tasks: Readonly<
    Record<string, { readonly unit: { readonly id: string | readonly string[] } }>
  >;
}
