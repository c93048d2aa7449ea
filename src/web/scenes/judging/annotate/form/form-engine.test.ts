import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../../../../test/build-task.ts';
import { answersOf, draftOf, emptyForm, readForm } from './form-content.ts';
import type { FormContent } from './form-content.ts';
import { formEngine } from './form-engine.ts';
import { ruleSentence } from './rule-words.ts';

const retrieval = buildTask({
  questions: { relevant: {}, sufficient: {}, misleading: {} },
  constraints: ['sufficient => relevant', 'sufficient => not misleading'],
});
const relevance = { ordinal: [0, 1, 2], present: 1, ticked: 1 };
const labels = buildTask({
  form: 'labels',
  questions: {
    credit: { scale: relevance },
    transfer: { scale: relevance },
    market: { scale: relevance },
  },
  constraints: ['transfer => credit'],
});

function answered(answers: FormContent['answers']): FormContent {
  return { ...emptyForm, answers };
}

describe('a form of questions', () => {
  const engine = formEngine(retrieval);

  it('gives what an answer implies and takes what it excludes, and says which constraint asked for it', () => {
    const { form, consequences } = engine.answer(
      answered({ misleading: true }),
      'sufficient',
      true,
    );
    expect(form.answers).toEqual({ relevant: true, sufficient: true, misleading: false });
    expect(consequences.map((one) => [one.question, one.from, one.to, one.because.source])).toEqual(
      [
        ['relevant', null, true, 'sufficient => relevant'],
        ['misleading', true, false, 'sufficient => not misleading'],
      ],
    );
  });

  it('works in the other direction too: taking back the conclusion takes back the claim', () => {
    const whole = answered({ relevant: true, sufficient: true, misleading: false });
    expect(engine.answer(whole, 'relevant', false).form.answers).toEqual({
      relevant: false,
      sufficient: false,
      misleading: false,
    });
    expect(engine.answer(whole, 'misleading', true).form.answers).toEqual({
      relevant: true,
      sufficient: false,
      misleading: true,
    });
  });

  it('knows which answers do not fit the others', () => {
    const form = answered({ sufficient: true, relevant: true });
    expect(engine.fits(form, 'relevant', false)).toBe(false);
    expect(engine.fits(form, 'misleading', false)).toBe(true);
  });

  it('never ends in a broken constraint, whatever is answered in which order', () => {
    const step = fc.tuple(
      fc.constantFrom('relevant', 'sufficient', 'misleading'),
      fc.constantFrom(true, false, null),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let form = emptyForm;
        for (const [question, answer] of steps) form = engine.answer(form, question, answer).form;
        expect(
          engine.faults(form, {}).filter((fault) => fault.code === 'constraint-broken'),
        ).toEqual([]);
      }),
      { seed: 1 },
    );
  });

  it('cannot be handed in with an answer missing', () => {
    expect(engine.faults(answered({ relevant: true }), {}).map((fault) => fault.field)).toEqual([
      'sufficient',
      'misleading',
    ]);
  });
});

describe('a question with a condition', () => {
  const engine = formEngine(
    buildTask({
      questions: {
        relevant: {},
        severity: { scale: { nominal: ['mild', 'severe'] }, when: 'relevant' },
      },
    }),
  );

  it('is asked once the condition holds, and its answer goes when it no longer does', () => {
    expect(engine.isAsked(emptyForm, 'severity')).toBe(false);
    const { form } = engine.answer(
      engine.answer(emptyForm, 'relevant', true).form,
      'severity',
      'mild',
    );
    const { form: after, consequences } = engine.answer(form, 'relevant', false);
    expect(after.answers).toEqual({ relevant: false });
    expect(consequences).toMatchObject([
      { question: 'severity', from: 'mild', to: null, isUnasked: true },
    ]);
  });
});

describe('a form of labels', () => {
  const engine = formEngine(labels);

  it('takes what is not ticked for not applying, once something was said', () => {
    const { form } = engine.answer(emptyForm, 'market', 2);
    expect(answersOf(labels, form)).toEqual({ credit: 0, transfer: 0, market: 2 });
    expect(engine.faults(form, {})).toEqual([]);
  });

  it('tells nothing said from no label applies', () => {
    expect(engine.faults(emptyForm, {}).length).toBe(3);
    const none = engine.sayNone(emptyForm);
    expect(engine.faults(none, {})).toEqual([]);
    expect(answersOf(labels, none)).toEqual({ credit: 0, transfer: 0, market: 0 });
    expect(engine.answer(none, 'credit', 1).form).toMatchObject({
      answers: { credit: 1 },
      saysNone: false,
    });
  });

  it('ticks what a label needs, and unticks what needed it', () => {
    const { form, consequences } = engine.answer(emptyForm, 'transfer', 2);
    expect(form.answers).toEqual({ transfer: 2, credit: 1 });
    expect(consequences).toMatchObject([{ question: 'credit', from: null, to: 1 }]);
    expect(engine.answer(form, 'credit', 0).form.answers).toEqual({});
  });

  it('waits for the grade of a label whose tick alone says nothing', () => {
    const strict = formEngine(
      buildTask({
        form: 'labels',
        questions: { credit: { scale: { ordinal: [0, 1, 2], present: 1 } } },
      }),
    );
    const { form } = strict.tick(emptyForm, 'credit');
    expect(strict.faults(form, {}).map((fault) => fault.field)).toEqual(['credit']);
    expect(strict.faults(strict.answer(form, 'credit', 1).form, {})).toEqual([]);
  });

  it('is the same after it was kept as a draft', () => {
    const form = { ...engine.answer(emptyForm, 'market', 2).form, asides: { notes: 'n' } };
    for (const kept of [form, engine.sayNone(form), emptyForm])
      expect(readForm(labels, draftOf(labels, kept))).toEqual(kept);
  });

  it('is filled from a judgment that is revised', () => {
    expect(
      readForm(labels, { answers: { credit: 0, transfer: 0, market: 1 }, asides: {} }),
    ).toEqual({ answers: { market: 1 }, asides: {}, saysNone: false });
    expect(
      readForm(labels, { answers: { credit: 0, transfer: 0, market: 0 }, asides: {} }).saysNone,
    ).toBe(true);
  });
});

describe('a rule in words', () => {
  it('names the questions by their titles', () => {
    const [needs, excludes] = retrieval.constraints;
    expect(ruleSentence(retrieval, needs!, 'en')).toBe(
      '“sufficient” is only possible together with “relevant”.',
    );
    expect(ruleSentence(retrieval, excludes!, 'de')).toBe(
      '„sufficient“ und „misleading“ schließen einander aus.',
    );
  });

  it('says any expression', () => {
    const task = buildTask({
      questions: { a: {}, b: { scale: { nominal: ['x', 'y'] } } },
      constraints: ['a and not b = x => b in [y]', 'not (a and b = y)'],
    });
    expect(task.constraints.map((rule) => ruleSentence(task, rule, 'en'))).toEqual([
      'If “a” and not “b” is “x”, then “b” is “y”.',
      'It must hold: not (“a” and “b” is “y”).',
    ]);
  });
});
