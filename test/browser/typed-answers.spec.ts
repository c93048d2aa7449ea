import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { Task } from '../../src/domain/protocol/task.ts';
import { goToWork, judgmentsOf, nextOnPage, press, unitOnPage } from './annotate-rounds.ts';
import { exampleTask, typedRound, vectorsOf } from './typed-project.ts';
import type { Vector } from './typed-project.ts';
import { test } from './workbench.ts';

/** The keys of a vector in a form of questions, from the first question to the last. */
function questionKeys(task: Task, vector: Vector): readonly string[] {
  const isTold = task.questions.map(({ id }) => vector[id] !== undefined);
  const last = isTold.lastIndexOf(true);
  return task.questions.slice(0, last + 1).flatMap(({ id, scale }, at) => {
    const answer = vector[id];
    // The first arrow goes to the first question.
    if (answer === undefined) return at === 0 ? ['ArrowDown', 'ArrowDown'] : ['ArrowDown'];
    if (scale.kind === 'binary') return [answer === true ? 'y' : 'n'];
    if (scale.kind !== 'nominal' && scale.kind !== 'ordinal') return [];
    const place = scale.values.findIndex(({ value }) => value === answer);
    return [scale.kind === 'ordinal' ? String(answer) : String(place + 1)];
  });
}

/** The keys of a vector in a form of labels: each label, then its grade. */
function labelKeys(task: Task, vector: Vector): readonly string[] {
  const keys = task.questions.flatMap(({ id }, place) => {
    const digit = `Digit${(place + 1) % 10}`;
    if (vector[id] === 0) return [];
    return [place < 10 ? digit : `Shift+${digit}`, vector[id] === 2 ? 'e' : 'w'];
  });
  return keys.length === 0 ? ['n'] : keys;
}

/** Types every vector into a unit of its own, without a pause, and compares what was stored. */
async function expectStoredAsTyped(
  page: Page,
  workbench: Parameters<typeof typedRound>[0],
  given: { readonly example: string; readonly task: string; readonly most: number },
  keysOf: (task: Task, vector: Vector) => readonly string[],
  more: { readonly end?: readonly string[]; readonly words?: Vector } = {},
): Promise<void> {
  const { end = ['Enter'], words = {} } = more;
  const vectors = vectorsOf(exampleTask(given.example, given.task), given.most);
  const round = await typedRound(workbench, { ...given, units: vectors.length });
  const [mara] = round.people;
  await goToWork(page, workbench, mara!, round.run);
  const typed = new Map<string, Vector>();
  let unit = await unitOnPage(page);
  for (const vector of vectors) {
    typed.set(unit, { ...vector, ...words });
    await press(page, ...keysOf(round.task, vector), ...end);
    if (typed.size < vectors.length) unit = await nextOnPage(page, unit);
  }
  await expect
    .poll(async () => (await judgmentsOf(workbench, round, mara!)).length)
    .toBe(vectors.length);
  const stored = await judgmentsOf(workbench, round, mara!);
  const wrong = stored.flatMap(({ unit: id, answers }) => {
    const [was, is] = [typed.get(id), answers].map((one) => JSON.stringify(sorted(one ?? {})));
    return was === is ? [] : [{ id, was, is }];
  });
  expect(wrong).toEqual([]);
}

function sorted(vector: Readonly<Record<string, unknown>>): unknown {
  return Object.entries(vector).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

test.describe('every valid vector is stored as it is typed', () => {
  test.slow();

  for (const task of ['retrieval', 'grounding', 'generation'])
    test(`of the task ${task}, all of them`, async ({ page, workbench }) => {
      const given = { example: 'rag-tasks', task, most: 1000 };
      await expectStoredAsTyped(page, workbench, given, questionKeys);
    });

  test('of the policy task, all of them, where answers decide what is asked', async ({
    page,
    workbench,
  }) => {
    const given = { example: 'policy-ground-truth', task: 'allergy', most: 1000 };
    await expectStoredAsTyped(page, workbench, given, questionKeys);
  });

  test('of fourteen labels with three grades, three hundred', async ({ page, workbench }) => {
    const given = { example: 'regulatory-topics', task: 'topics', most: 300 };
    await expectStoredAsTyped(page, workbench, given, labelKeys);
  });

  test('of the relevance task, two hundred, with words and skipped questions', async ({
    page,
    workbench,
  }) => {
    const given = { example: 'trial-relevance', task: 'relevance', most: 200 };
    const end = [...'sun', 'Control+Enter'];
    const words = { rationale: 'sun' };
    await expectStoredAsTyped(page, workbench, given, questionKeys, { end, words });
  });

  test('of the rules task, with a passage that is found by its words', async ({
    page,
    workbench,
  }) => {
    const given = { example: 'trial-relevance', task: 'rules', most: 200 };
    const end = ['/', ...'six', 'Enter', 'Enter'];
    await expectStoredAsTyped(page, workbench, given, questionKeys, { end });
  });
});
