import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import type { TaskSketch } from '../../../test/build-task.ts';
import { inWords } from '../../domain/coded-text.ts';
import { inEnglish } from '../../domain/english.ts';
import type { ReplyEnd } from '../../domain/models/model-reply.ts';
import { problemText, replyProblems } from '../../domain/models/reply-problem.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { compileTask } from '../../truth/judging/faults.ts';
import { german } from '../../web/texts/german.ts';
import { readReply } from './reply-reader.ts';
import type { ReadReply } from './reply-reader.ts';
import { replyForm } from './reply-schema.ts';

const rag: TaskSketch = {
  questions: { topical: {}, sufficient: {}, misleading: {} },
  constraints: ['sufficient => topical', 'sufficient => not misleading'],
};
const policy: TaskSketch = {
  questions: {
    relevant: {},
    severity: { scale: { nominal: ['none', 'mild', 'Severe'] }, when: 'relevant' },
    assured: { when: 'relevant' },
    grade: { scale: { ordinal: [0, 1, 2] }, when: 'relevant' },
  },
};
const rules: TaskSketch = {
  questions: {
    label: { scale: { nominal: ['correct', 'incorrect'] } },
    evidence: { scale: { quote: { from: 'source' } } },
    reason: { scale: { text: { max: 20 } }, required: false },
  },
};
const unit = { source: 'Adults of 18–65 years.\nNo “active” cancer.' };

function read(task: Task, text: string, end: ReplyEnd = 'complete'): ReadReply {
  return readReply(compileTask(task), replyForm(task), { end, text }, unit);
}
const reply = (sketch: TaskSketch, given: unknown): ReadReply =>
  read(buildTask(sketch), typeof given === 'string' ? given : JSON.stringify(given));
const kind = (result: ReadReply): string => (result.ok ? 'ok' : result.problem.kind);

describe('a reply in the form that was asked for', () => {
  it('becomes answers on the scales of the task', () => {
    expect(reply(rag, { topical: true, sufficient: false, misleading: true })).toEqual({
      ok: true,
      answers: { topical: true, sufficient: false, misleading: true },
      asides: {},
      recovered: false,
      normalised: [],
    });
    const asked = { relevant: true, severity: 'mild', assured: 'false', grade: '2' };
    expect(reply(policy, asked)).toMatchObject({
      ok: true,
      answers: { relevant: true, severity: 'mild', assured: false, grade: 2 },
    });
  });

  it('leaves out what is not asked', () => {
    const skipped = {
      relevant: false,
      severity: 'not_applicable',
      assured: 'not_applicable',
      grade: 'not_applicable',
    };
    expect(reply(policy, skipped)).toMatchObject({
      ok: true,
      answers: { relevant: false },
      normalised: [],
    });
  });

  it('drops an answer to a question that is not asked, and tells', () => {
    const given = { relevant: false, severity: 'none', assured: 'false', grade: '0' };
    const result = reply(policy, given);
    expect(result).toMatchObject({ ok: true, answers: { relevant: false } });
    expect(result.ok && result.normalised).toEqual([
      { field: 'severity', how: 'not-asked', from: 'none', to: null },
      { field: 'assured', how: 'not-asked', from: 'false', to: null },
      { field: 'grade', how: 'not-asked', from: '0', to: null },
    ]);
  });

  it('keeps what the task wants besides answers as asides', () => {
    const task: Task = {
      ...buildTask({ questions: { notes: {} } }),
      asides: ['confidence', 'notes', 'flag', 'uncertain'],
    };
    const names = replyForm(task).fields.map((field) => field.name);
    expect(names).toEqual(['notes_2', 'notes', 'confidence', 'flag', 'uncertain']);
    const given = { notes_2: 'Why.', notes: true, confidence: 'low', flag: true, uncertain: false };
    expect(read(task, JSON.stringify(given))).toMatchObject({
      ok: true,
      answers: { notes: true },
      asides: { notes: 'Why.', confidence: 'low', flag: true },
    });
  });
});

describe('a reply with something around its object', () => {
  const object = '{"topical":true,"sufficient":false,"misleading":false}';

  it.each([
    ['in a fence', `\`\`\`json\n${object}\n\`\`\``],
    ['in prose', `Sure! Here it is [1]: ${object} Hope this {helps}.`],
    ['after a brace that closes nothing', `{ I think: ${object}`],
  ])('is taken and marked: %s', (_, text) => {
    expect(reply(rag, text)).toMatchObject({ ok: true, recovered: true });
  });

  it.each([
    ['two objects', `${object}\n${object}`],
    ['a list', `[${object}]`],
    ['a list in a fence', `\`\`\`\n[${object}]\n\`\`\``],
    ['no object', 'The text is relevant.'],
    ['a cut object', object.slice(0, -1)],
    ['a number', '3'],
    ['thousands of braces', '{'.repeat(100_000)],
  ])('is refused when it is not clear which is meant: %s', (_, text) => {
    expect(kind(reply(rag, text))).toBe('not_json');
  });
});

describe('a reply in another form', () => {
  const whole = { topical: true, sufficient: false, misleading: false };

  it.each<[string, unknown]>([
    ['a missing field', { topical: true, sufficient: false }],
    ['another field', { ...whole, extra: 1 }],
    ['a text for a truth value', { ...whole, topical: 'true' }],
    ['a number for a truth value', { ...whole, topical: 1 }],
    ['null', { ...whole, topical: null }],
    ['a nested object', { ...whole, topical: { value: true } }],
    ['a key twice', '{"topical":true,"topical":false,"sufficient":false,"misleading":false}'],
    ['a prototype', '{"__proto__":{"topical":true},"sufficient":false,"misleading":false}'],
  ])('is no vote at all: %s', (_, given) => {
    expect(kind(reply(rag, given))).toBe('schema_invalid');
  });

  it('names every fault', () => {
    const result = reply(rag, { topical: 'yes', other: 1 });
    expect(!result.ok && result.problem.faults.map((one) => one.field)).toEqual([
      'topical',
      'sufficient',
      'misleading',
      'other',
    ]);
  });
});

describe('a value off its scale', () => {
  const answer = (severity: string): ReadReply =>
    reply(policy, { relevant: true, severity, assured: 'true', grade: '1' });

  it.each(['severe-ish', 'moderate', '', 'severe!', 'sever'])('is never guessed: %j', (value) => {
    expect(kind(answer(value))).toBe('off_scale');
  });

  it.each(['Mild', ' mild ', 'MILD\n'])('is taken apart from spaces and case, told: %j', (from) => {
    expect(answer(from)).toMatchObject({
      ok: true,
      answers: { severity: 'mild' },
      normalised: [{ field: 'severity', how: 'spelling', from, to: 'mild' }],
    });
    expect(answer('severe')).toMatchObject({ ok: true, answers: { severity: 'Severe' } });
  });

  it('is not told apart by case where two values differ by it alone', () => {
    const twins: TaskSketch = { questions: { q: { scale: { nominal: ['A', 'a', 'b'] } } } };
    expect(reply(twins, { q: 'a' })).toMatchObject({ ok: true, answers: { q: 'a' } });
    expect(kind(reply(twins, { q: ' A' }))).toBe('off_scale');
  });

  it('is a grade beyond the scale, also written as a fraction', () => {
    const graded: TaskSketch = { questions: { g: { scale: { ordinal: [0, 1, 2] } } } };
    expect(kind(reply(graded, { g: 3 }))).toBe('off_scale');
    expect(kind(reply(graded, { g: 1.5 }))).toBe('off_scale');
    expect(reply(graded, { g: 2 })).toMatchObject({ ok: true, answers: { g: 2 } });
  });

  it('has a word for "not asked" that is no value', () => {
    const own: TaskSketch = {
      questions: { q: { scale: { nominal: ['not_applicable', 'x'] }, required: false } },
    };
    expect(reply(own, { q: 'not_applicable' })).toMatchObject({
      ok: true,
      answers: { q: 'not_applicable' },
    });
    expect(reply(own, { q: 'question_not_applicable' })).toMatchObject({ ok: true, answers: {} });
  });
});

describe('answers that break a rule', () => {
  it('are no vote: a constraint, or a question that had to be answered', () => {
    const broken = reply(rag, { topical: false, sufficient: true, misleading: false });
    expect(kind(broken)).toBe('constraint_violation');
    expect(!broken.ok && broken.problem.faults[0]!.values['constraint']).toBe(
      'sufficient => topical',
    );
    const lacking = { relevant: true, severity: 'not_applicable', assured: 'true', grade: '1' };
    expect(kind(reply(policy, lacking))).toBe('constraint_violation');
  });
});

describe('a quote', () => {
  const quoted = (evidence: string): ReadReply =>
    reply(rules, { label: 'correct', evidence, reason: '' });

  it('is kept letter by letter where it is in the source', () => {
    expect(quoted('18–65 years')).toMatchObject({
      ok: true,
      answers: { label: 'correct', evidence: '18–65 years' },
      normalised: [],
    });
  });

  it('is stored in the letters of the source where the words are the same', () => {
    expect(quoted('no "active"  cancer')).toMatchObject({
      ok: true,
      answers: { evidence: 'No “active” cancer' },
      normalised: [{ field: 'evidence', how: 'quote', to: 'No “active” cancer' }],
    });
  });

  it('is no vote where words were changed, left out or made up', () => {
    for (const made of ['Adults of 21–65 years.', 'Adults … years', 'Anything else'])
      expect([made, kind(quoted(made))]).toEqual([made, 'quote_not_found']);
    expect(kind(quoted(''))).toBe('schema_invalid');
  });

  it('goes with texts of their length', () => {
    const long = reply(rules, { label: 'correct', evidence: 'years', reason: 'x'.repeat(21) });
    expect(kind(long)).toBe('schema_invalid');
  });
});

describe('a reply that did not end well', () => {
  it.each<[ReplyEnd, string, string]>([
    ['length', '{"topical":true,"sufficient":false,"misleading":false}', 'truncated'],
    ['length', '{"topical":tr', 'truncated'],
    ['refusal', '', 'refused'],
    ['filtered', '{"topical":true', 'refused'],
    ['context', '{"topical":true,"sufficient":false,"misleading":false}', 'context_truncated'],
    ['complete', ' \n', 'empty'],
  ])('is no vote: %s %j', (end, text, expected) => {
    expect(kind(read(buildTask(rag), text, end))).toBe(expected);
  });
});

it('says every problem in both languages', () => {
  for (const one of replyProblems) {
    const text = problemText({ kind: one, faults: [] });
    expect(inEnglish(text)).toMatch(/^(the|a) \w/);
    expect(inWords(german, text)).toMatch(/^(die|der|das|ein) \w/);
  }
  const off = reply(policy, { relevant: true, severity: 'x', assured: 'true', grade: '1' });
  expect(!off.ok && inEnglish(problemText(off.problem))).toBe(
    'the reply has a value that is not on its scale: severity is "x", expected none, ' +
      'mild, Severe ' +
      'or not_applicable',
  );
  expect(!off.ok && inWords(german, problemText(off.problem))).toContain('severity ist "x"');
});

describe('a hostile reply', () => {
  it.each([
    ['nested objects', `${'{"a":'.repeat(60_000)}1${'}'.repeat(60_000)}`],
    ['nested lists', `${'['.repeat(60_000)}${']'.repeat(60_000)}`],
    ['nested lists in prose', `See ${'['.repeat(60_000)}${']'.repeat(60_000)}`],
    ['many objects', '{"a":1} '.repeat(50_000)],
    ['open quotes', '{"'.repeat(50_000)],
    [
      'a key for every letter',
      `{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":1`).join(',')}}`,
    ],
  ])('is refused in no time: %s', (_, text) => {
    expect(['not_json', 'schema_invalid']).toContain(kind(reply(rag, text)));
  });

  it('keeps what it says as text: nothing in it is a path, a page or code', () => {
    const task: Task = { ...buildTask({ questions: { a: {} } }), asides: ['notes'] };
    const notes = '<script>alert(1)</script> ../../etc/passwd ${process.exit()} \u0000\ud800';
    const result = read(task, JSON.stringify({ notes, a: true }));
    expect(result.ok && result.asides.notes).toBe(
      '<script>alert(1)</script> ../../etc/passwd ${process.exit()} \ufffd',
    );
  });
});
