import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { Task } from '../../src/domain/protocol/task.ts';
import { requiredFirst } from '../../src/web/scenes/judging/annotate/form/required-first.ts';
import { goToWork, judgmentsOf, nextOnPage, press, unitOnPage } from './annotate-rounds.ts';
import { exampleTask, typedRound, vectorsOf } from './typed-project.ts';
import type { Vector } from './typed-project.ts';
import { test } from './workbench.ts';

/** The keys of a vector in a form of questions, from the first question to the last. */
function questionKeys(task: Task, vector: Vector): readonly string[] {
  const { questions } = requiredFirst(task);
  const last = questions.findLastIndex(({ id }) => vector[id] !== undefined);
  return questions.slice(0, last + 1).flatMap(({ id, scale }, at) => {
    const answer = vector[id];
    // The first arrow goes to the first question.
    if (answer === undefined) return at === 0 ? ['ArrowDown', 'ArrowDown'] : ['ArrowDown'];
    if (scale.kind === 'binary') return [answer === true ? 'y' : 'n'];
    if (scale.kind === 'text') return [...String(answer), 'Tab'];
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
  for (const task of ['retrieval', 'grounding', 'generation'])
    test(`of the task ${task}, all of them`, async ({ page, workbench }) => {
      const given = { example: 'rag-tasks', task, most: 1000 };
      await expectStoredAsTyped(page, workbench, given, questionKeys);
    });

  test('of the policy task, sixty, where answers decide what is asked', async ({
    page,
    workbench,
  }) => {
    const given = { example: 'policy-ground-truth', task: 'allergy', most: 60 };
    await expectStoredAsTyped(page, workbench, given, questionKeys);
  });

  test('of fourteen labels with three grades, forty', async ({ page, workbench }) => {
    const given = { example: 'regulatory-topics', task: 'topics', most: 40 };
    await expectStoredAsTyped(page, workbench, given, labelKeys);
  });

  test('of the relevance task, forty, with words and skipped questions', async ({
    page,
    workbench,
  }) => {
    const given = { example: 'trial-relevance', task: 'relevance', most: 40 };
    const words = { rationale: 'sun' };
    const keys = (task: Task, vector: Vector): readonly string[] =>
      questionKeys(task, { ...vector, ...words });
    await expectStoredAsTyped(page, workbench, given, keys, { end: ['Control+Enter'], words });
  });

  test('of the rules task, with a passage that is found by its words', async ({
    page,
    workbench,
  }) => {
    const given = { example: 'trial-relevance', task: 'rules', most: 40 };
    const end = ['/', ...'informed', 'Enter', 'Enter'];
    const words = { evidence_text: 'Written informed consent.' };
    await expectStoredAsTyped(page, workbench, given, questionKeys, { end, words });
  });
});

test('the vector that was once stored otherwise, and keys that come after it', async ({
  page,
  workbench,
}) => {
  const round = await typedRound(workbench, { example: 'rag-tasks', task: 'grounding', units: 3 });
  const [mara] = round.people;
  const stored = async () =>
    (await judgmentsOf(workbench, round, mara!)).map((one) =>
      Object.values(one.answers).map(Number),
    );
  await goToWork(page, workbench, mara!, round.run);
  const first = await unitOnPage(page);
  await press(page, ...'ynnyn');
  await expect(page.getByText('Ready', { exact: true })).toBeFocused();
  // A full form takes no more answers, and says so.
  await press(page, ...'yny');
  await expect(page.locator('[data-said=remark]')).toContainText('Every question is answered.');
  await press(page, 'Enter');
  const second = await nextOnPage(page, first);
  await expect.poll(stored).toEqual([[1, 0, 0, 1, 0]]);

  // Held keys count once; the next question waits for its own key.
  await page.keyboard.down('y');
  await page.keyboard.down('y');
  await page.keyboard.down('y');
  await page.keyboard.up('y');
  await expect(page.locator('[data-current=true]')).toHaveAttribute(
    'data-question',
    'unsupported_claim_present',
  );
  // Undo goes back to the question, so that the same key again gives the same answers.
  await press(page, 'n', 'u', 'y', 'y', 'n', 'n');
  // Letters of a text that is not in a field do not leave what was answered.
  await press(page, 's');
  await expect(page.locator('[data-said=remark]')).toContainText('unsubmitted answers');
  expect(await unitOnPage(page)).toBe(second);
  await press(page, 'Enter');
  await nextOnPage(page, second);
  await expect.poll(stored).toEqual([
    [1, 0, 0, 1, 0],
    [1, 1, 1, 0, 0],
  ]);

  // A judgment is revised by typing it again, from the first question on.
  await press(page, 'Shift+ArrowLeft');
  await expect(page.locator('[data-unit]')).toHaveAttribute('data-unit', second);
  await press(page, ...'nnnyy', 'Enter');
  await expect.poll(async () => (await stored()).at(-1)).toEqual([0, 0, 0, 1, 1]);
});

test('a draft with implied answers is the same after a reload, and in another tab', async ({
  page,
  workbench,
  context,
}) => {
  const round = await typedRound(workbench, { example: 'rag-tasks', task: 'grounding', units: 2 });
  const [mara] = round.people;
  await goToWork(page, workbench, mara!, round.run);
  await press(page, ...'yn');
  const chosen = (of: Page) =>
    of
      .locator('[role=radio][aria-checked=true]')
      .evaluateAll((all) =>
        all.map(
          (one) => `${one.getAttribute('data-value')} ${one.getAttribute('data-implied') ?? ''}`,
        ),
      );
  const expected = ['true ', 'false ', 'false true'];
  expect(await chosen(page)).toEqual(expected);
  await page.reload();
  await unitOnPage(page);
  await expect.poll(() => chosen(page)).toEqual(expected);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect.poll(() => chosen(other)).toEqual(expected);
  await other.close();
  // The implied question still has its turn.
  await press(page, ...'nyy', 'Enter');
  await expect
    .poll(async () => (await judgmentsOf(workbench, round, mara!)).map((one) => one.answers))
    .toEqual([
      {
        support_present: true,
        unsupported_claim_present: false,
        contradicted_claim_present: false,
        source_cited: true,
        fabricated_source: true,
      },
    ]);
});

test('keys that come faster than the page is drawn are answered one by one', async ({
  page,
  workbench,
}) => {
  const round = await typedRound(workbench, { example: 'rag-tasks', task: 'grounding', units: 30 });
  const [mara] = round.people;
  await goToWork(page, workbench, mara!, round.run);
  const vectors = vectorsOf(round.task, 18);
  const expected = vectors.map((vector) => JSON.stringify(sorted(vector)));
  const stored = async (): Promise<readonly string[]> =>
    (await judgmentsOf(workbench, round, mara!)).map(({ answers }) =>
      JSON.stringify(sorted(answers)),
    );
  // As many units at once as are surely loaded ahead.
  for (let from = 0; from < vectors.length; from += 6) {
    const keys = vectors
      .slice(from, from + 6)
      .flatMap((vector) => [...questionKeys(round.task, vector), 'Enter']);
    await page.evaluate((all) => {
      for (const key of all)
        (document.activeElement ?? document.body).dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
        );
    }, keys);
    await expect.poll(stored).toEqual(expected.slice(0, from + 6));
  }
});
