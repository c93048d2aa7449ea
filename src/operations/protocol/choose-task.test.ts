import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { refusedFor } from '../../../test/refusals.ts';
import { folderOf } from '../../../test/temporary-files.ts';
import { InputError } from '../../domain/fault.ts';
import { oneOf } from '../../domain/text-values.ts';
import { chooseRound, firstRow, hasShape, recogniseTask, severalTasks } from './choose-task.ts';

/** Two tasks with the same ids and other answers, and one with another id. */
const protocol = (rounds = '  {}') => `assay: 1
name: three
guideline: { version: "1", file: guide.md }
tasks:
  tone:
    unit: { id: text_id, show: text }
    questions:
      polite: {}
      why: { scale: text, required: false }
  length:
    unit: { id: text_id, show: text }
    questions:
      short: {}
      long: {}
  letters:
    unit: { id: letter_id, show: text }
    form: labels
    questions:
      A: {}
rounds:
${rounds}
`;

const folder = (files: Readonly<Record<string, string>>, rounds?: string): string =>
  folderOf({ 'protocol.yaml': protocol(rounds), 'guide.md': '# Guide\n', ...files });

const refused = (act: () => unknown): unknown => {
  try {
    act();
    return null;
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
};

describe('the task of a file', () => {
  const taskOf = (row: object | null, name?: string) => {
    const at = folder({ 'rows.jsonl': row === null ? 'no row\n' : `${JSON.stringify(row)}\n` });
    const { task, loaded, recognised } = recogniseTask([join(at, 'rows.jsonl')], at, name);
    expect(loaded.protocol.name).toBe('three');
    expect(recognised).toBe(false);
    return task.id;
  };

  it('is the one whose answers its rows have, or at least whose ids', () => {
    expect(taskOf({ text_id: '1', polite: true })).toBe('tone');
    expect(taskOf({ text_id: '1', short: true, long: false })).toBe('length');
    expect(taskOf({ letter_id: '1', labels: [] })).toBe('letters');
    expect(taskOf({ letter_id: '1' })).toBe('letters');
    expect(taskOf({ letter_id: '1', polite: true })).toBe('letters');
    // Without a row any will do.
    expect(taskOf(null)).toBe('tone');
  });

  it('is asked for where none fits, or more than one', () => {
    const reason =
      'The protocol has the tasks tone, length and letters. Name one of them with --task.';
    for (const row of [
      { text_id: '1' },
      { text_id: '1', short: true },
      { polite: true },
      { text_id: '1', polite: true, short: true, long: true },
    ])
      expect(
        refused(() => taskOf(row)),
        JSON.stringify(row),
      ).toMatchObject(refusedFor('usage', { values: { reason } }));
  });

  it('is the one that was named, if there is such a one', () => {
    expect(taskOf({ text_id: '1' }, 'length')).toBe('length');
    const expected = oneOf(['tone', 'length', 'letters']);
    expect(refused(() => taskOf({ text_id: '1' }, 'tome'))).toMatchObject(
      refusedFor('unknown-task', { values: { got: 'tome', expected } }),
    );
  });

  it('is the only one there is, whatever the file says', () => {
    const only = protocol().replace(/ {2}length:[^]*?rounds/, 'rounds');
    const at = folder({ 'protocol.yaml': only, 'rows.jsonl': '{"other":1}\n' });
    expect(recogniseTask([join(at, 'rows.jsonl')], at, undefined).task.id).toBe('tone');
  });
});

describe('without a protocol, the task of a file', () => {
  const exampleOf = (texts: readonly string[], name?: string) => {
    const at = folderOf(Object.fromEntries(texts.map((text, index) => [`${index}.jsonl`, text])));
    const files = texts.map((_, index) => join(at, `${index}.jsonl`));
    const { task, loaded, recognised } = recogniseTask(files, undefined, name);
    return { task: task.id, protocol: loaded.protocol.name, recognised };
  };
  const grounding = { protocol: 'rag-tasks', task: 'grounding', recognised: true };

  it('is that of an example: the first file with its answers, or else with its ids', () => {
    const ids = { query_id: 'q', nct_id: 'n' };
    const trials = { protocol: 'trial-relevance', task: 'relevance', recognised: true };
    expect(exampleOf([JSON.stringify(ids)])).toEqual(trials);
    const labels = JSON.stringify({ chunk_id: 'c', labels: [] });
    const topics = { protocol: 'regulatory-topics', task: 'topics', recognised: true };
    expect(exampleOf(['no row', JSON.stringify(ids), labels])).toEqual(topics);
    expect(exampleOf(['no row', JSON.stringify({ chunk_id: 'c' })])).toEqual(topics);
    expect(exampleOf(['no row'], 'grounding')).toEqual(grounding);
    expect(exampleOf(['no row'])).toEqual(topics);
  });

  it('is none where no example has such rows, or such a task', () => {
    const expected = { code: 'known-task' };
    const fields = 'abcdefghi'.split('').map((name) => [name, 1]);
    const unknown = JSON.stringify(Object.fromEntries(fields));
    expect(refused(() => exampleOf(['no row', unknown]))).toMatchObject(
      refusedFor('unknown-format', {
        file: expect.stringMatching(/1\.jsonl$/),
        line: 1,
        values: { expected, got: { code: 'all-of', values: { list: 'abcdefgh'.split('') } } },
      }),
    );
    expect(refused(() => exampleOf(['{}']))).toMatchObject(
      refusedFor('unknown-format', { values: { expected, got: { code: 'no-fields' } } }),
    );
    expect(refused(() => exampleOf(['{}'], 'nosuch'))).toMatchObject(refusedFor('no-protocol'));
  });

  it('is found though another file cannot be read', () => {
    const at = folderOf({ 'rows.jsonl': '{"chunk_id":"c","labels":[]}\n' });
    const files = [join(at, 'nosuch.jsonl'), join(at, 'rows.jsonl')];
    expect(recogniseTask(files, undefined, undefined).task.id).toBe('topics');
  });
});

describe('the round of a task', () => {
  const chosen = (rounds: string, task = 'tone') => {
    const at = folder({}, rounds);
    return recogniseTask([], at, task);
  };
  const gated = (kind: string) =>
    `{ kind: ${kind}, task: tone, units: 1, gate: ["percent_agreement >= 0.5"] }`;
  const open = (kind: string) => `{ kind: ${kind}, task: tone, units: 1 }`;

  it('is the first pilot with a gate, or the full one, or any with a gate', () => {
    const roundOf = (rounds: readonly string[]) =>
      chooseRound(chosen(rounds.map((round, at) => `  r${at}: ${round}`).join('\n')), undefined)
        ?.id ?? null;
    expect(roundOf([gated('full'), open('pilot'), gated('pilot')])).toBe('r2');
    expect(roundOf([open('pilot'), gated('training, key: key.jsonl'), gated('full')])).toBe('r2');
    expect(roundOf([open('full'), gated('training, key: key.jsonl')])).toBe('r1');
    expect(roundOf([open('pilot'), open('full')])).toBeNull();
    expect(roundOf([gated('pilot').replace('tone', 'length')])).toBeNull();
  });

  it('is the one that was named, of this task', () => {
    const rounds = `  one: ${open('pilot')}\n  two: ${open('full').replace('tone', 'length')}`;
    expect(chooseRound(chosen(rounds), 'one')?.id).toBe('one');
    expect(refused(() => chooseRound(chosen(rounds), 'two'))).toMatchObject(
      refusedFor('unknown-round', { values: { got: 'two', expected: oneOf(['one']) } }),
    );
  });
});

it('the shape of a row is its ids and required answers that always apply', () => {
  const { loaded } = recogniseTask([], folder({}), 'tone');
  const [tone, , letters] = loaded.protocol.tasks;
  expect(hasShape(tone!, { text_id: '1', polite: false })).toBe(true);
  expect(hasShape(tone!, { text_id: '1', why: 'x' })).toBe(false);
  expect(hasShape(tone!, { polite: true })).toBe(false);
  expect(hasShape(letters!, { letter_id: '1', A: 1 })).toBe(false);
  expect(severalTasks([tone!, letters!])).toContain('tone and letters');
});

it('the first row of a file is the first object in it', () => {
  const at = folderOf({ 'rows.jsonl': '[1]\nno\n{"a":1}\n{"b":1}\n', 'none.jsonl': '1\n' });
  expect(firstRow(join(at, 'rows.jsonl'))).toEqual({ a: 1 });
  expect(firstRow(join(at, 'none.jsonl'))).toBeNull();
});
