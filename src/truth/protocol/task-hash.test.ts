import { describe, expect, it } from 'vitest';
import { buildTask, expressionOf } from '../../../test/build-task.ts';
import { contentHash, formerTaskHash, hashOfTerms, isHashOf, taskHash } from './task-hash.ts';

const sketch = {
  questions: {
    relevance: { scale: { ordinal: [{ 0: 'no' }, { 1: 'some' }, { 2: 'high' }], present: 1 } },
    severity: { scale: { nominal: ['mild', 'severe'] }, when: 'relevance' },
    why: { scale: 'text', required: false },
  },
  constraints: ['severity = severe => relevance >= 1'],
} as const;
const task = buildTask(sketch);

describe('taskHash', () => {
  it('is the same on every machine and in every version', () => {
    // The first 16 digits of SHA-256 over the canonical JSON, computed with Python's hashlib.
    expect(formerTaskHash(task)).toBe('92c78a44580c35b8');
    expect(taskHash(task)).toBe('2:be79be45af0e85f4');
  });

  it('also tells rows of earlier releases, by the hash of that time', () => {
    expect(isHashOf(taskHash(task), task)).toBe(true);
    expect(isHashOf('92c78a44580c35b8', task)).toBe(true);
    expect(isHashOf(hashOfTerms('92c78a44580c35b8'), task)).toBe(false);
  });

  it('does not change with titles of the task and of fields, or how a constraint is written', () => {
    const written = '(severity=severe)   =>   relevance>=1';
    const titled = {
      ...task,
      title: { en: 'Other', de: 'Anders' },
      unit: { ...task.unit, titles: { text: 'Text' }, place: ['page'], hidden: ['score'] },
      questions: task.questions.map((question) => ({ ...question, measured: false })),
      constraints: [{ source: written, expression: expressionOf(written) }],
    };
    expect(taskHash(titled)).toBe(taskHash(task));
  });

  it.each([
    ['the title of a question', { title: 'x' }],
    ['a translation of the question', { ask: { de: 'Frage?' } }],
    ['the help', { help: 'y' }],
  ])('changes with %s', (_, part) => {
    const [first, ...rest] = task.questions;
    const changed = { ...task, questions: [{ ...first!, ...part }, ...rest] };
    expect(taskHash(changed)).not.toBe(taskHash(task));
    expect(formerTaskHash(changed)).toBe(formerTaskHash(task));
  });

  it('changes with the steps of a decision, the form, and what is shown of a unit', () => {
    const others = [
      { ...task, steps: ['first this'] },
      { ...task, form: 'labels' as const },
      { ...task, unit: { ...task.unit, context: ['before'] } },
      { ...task, unit: { ...task.unit, show: ['text'] } },
    ];
    for (const other of others) expect(taskHash(other)).not.toBe(taskHash(task));
  });

  it.each([
    [
      'a value more',
      {
        ...sketch,
        questions: {
          ...sketch.questions,
          relevance: { scale: { ordinal: [0, 1, 2, 3], present: 1 } },
        },
      },
    ],
    [
      'the words of a value',
      {
        ...sketch,
        questions: {
          ...sketch.questions,
          relevance: {
            scale: { ordinal: [{ 0: 'no' }, { 1: 'a little' }, { 2: 'high' }], present: 1 },
          },
        },
      },
    ],
    [
      'another order of values',
      {
        ...sketch,
        questions: {
          ...sketch.questions,
          severity: { scale: { nominal: ['severe', 'mild'] }, when: 'relevance' },
        },
      },
    ],
    [
      'another lowest value that counts',
      {
        ...sketch,
        questions: {
          ...sketch.questions,
          relevance: { scale: { ordinal: [0, 1, 2], present: 2 } },
        },
      },
    ],
    [
      'a number for a text',
      {
        ...sketch,
        questions: { ...sketch.questions, relevance: { scale: { ordinal: ['0', '1', '2'] } } },
      },
    ],
    [
      'another condition',
      {
        ...sketch,
        questions: {
          ...sketch.questions,
          severity: { scale: { nominal: ['mild', 'severe'] }, when: 'relevance = 2' },
        },
      },
    ],
    [
      'a question that must be answered',
      { ...sketch, questions: { ...sketch.questions, why: { scale: 'text' } } },
    ],
    [
      'a shorter text',
      {
        ...sketch,
        questions: { ...sketch.questions, why: { scale: { text: { max: 10 } }, required: false } },
      },
    ],
    ['a question more', { ...sketch, questions: { ...sketch.questions, more: {} } }],
    ['no constraint', { ...sketch, constraints: [] }],
  ] as const)('changes with %s', (_, changed) => {
    expect(taskHash(buildTask(changed))).not.toBe(taskHash(task));
  });
});

describe('contentHash', () => {
  it('is SHA-256 of the text as UTF-8', () => {
    // FIPS 180-2, appendix B.1; and Python: hashlib.sha256('Übergröße 😀'.encode()).hexdigest()
    expect(contentHash('abc')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
    expect(contentHash('Übergröße 😀')).toBe(
      '0a7fda04568ef9da75e5751cf5c1dafc8b57ea049239b32e06af3feb21a69367',
    );
  });
});
