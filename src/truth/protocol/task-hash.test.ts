import { describe, expect, it } from 'vitest';
import { buildTask, expressionOf } from '../../../test/build-task.ts';
import { contentHash, taskHash } from './task-hash.ts';

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
    expect(taskHash(task)).toBe('92c78a44580c35b8');
  });

  it('does not change with titles, help, translations, or the spacing of a constraint', () => {
    const titled = {
      ...task,
      title: { en: 'Other', de: 'Anders' },
      steps: ['first this'],
      questions: task.questions.map((question) => ({
        ...question,
        title: 'x',
        ask: { de: 'Frage?' },
        help: 'y',
      })),
      constraints: [
        {
          source: '(severity=severe)   =>   relevance>=1',
          expression: expressionOf('(severity=severe)   =>   relevance>=1'),
        },
      ],
    };
    expect(taskHash(titled)).toBe(taskHash(task));
    const retitled = buildTask({
      ...sketch,
      questions: { ...sketch.questions, relevance: { scale: { ordinal: [0, 1, 2], present: 1 } } },
    });
    expect(taskHash(retitled)).toBe(taskHash(task));
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
