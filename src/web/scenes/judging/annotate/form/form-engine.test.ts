import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../../../../test/build-task.ts';
import { draftOf, emptyForm, tickedAnswer } from './form-content.ts';
import type { FormContent } from './form-content.ts';
import { formEngine } from './form-engine.ts';
import { ruleSentence } from '../../../../../formats/protocol/rule-words.ts';

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

  it('shows what an answer implies, and says which constraint asked for it', () => {
    const { form, consequences } = engine.answer(emptyForm, 'sufficient', true);
    expect(form.answers).toEqual({ sufficient: true });
    expect(engine.fill(form).answers).toEqual({
      relevant: true,
      sufficient: true,
      misleading: false,
    });
    expect(
      consequences.map((one) => [one.question, one.from, one.to, one.because?.source]),
    ).toEqual([
      ['relevant', null, true, 'sufficient => relevant'],
      ['misleading', null, false, 'sufficient => not misleading'],
    ]);
    expect(engine.submitted(form)).toEqual({ relevant: true, sufficient: true, misleading: false });
  });

  it('takes back what was implied with its cause', () => {
    const { form } = engine.answer(emptyForm, 'sufficient', true);
    expect(engine.fill(engine.answer(form, 'sufficient', false).form).answers).toEqual({
      sufficient: false,
    });
  });

  it('never changes an answer that was given: what contradicts it is a conflict', () => {
    const whole = answered({ relevant: true, sufficient: true, misleading: false });
    const { form } = engine.answer(whole, 'relevant', false);
    expect(form.answers).toEqual({ relevant: false, sufficient: true, misleading: false });
    expect(engine.fill(form).conflicts).toMatchObject([
      { questions: ['relevant', 'sufficient'], constraints: [retrieval.constraints[0]] },
    ]);
    expect(engine.remedy(form, 'relevant')).toEqual([{ question: 'sufficient', to: false }]);
    expect(engine.remedy(form, 'sufficient')).toEqual([{ question: 'relevant', to: true }]);
  });

  it('finds the conflict with what was only implied, over any number of steps', () => {
    const chain = formEngine(
      buildTask({ questions: { a: {}, b: {}, c: {}, d: {} }, constraints: ['a => b', 'b => c'] }),
    );
    const { form } = chain.answer(answered({ a: true, d: true }), 'c', false);
    expect(chain.fill(form)).toMatchObject({
      answers: { a: true, c: false, d: true },
      conflicts: [
        { questions: ['a', 'c'], constraints: [{ source: 'a => b' }, { source: 'b => c' }] },
      ],
    });
  });

  it('knows which answers do not fit the others', () => {
    const form = answered({ sufficient: true });
    expect(engine.fits(form, 'relevant', false)).toBe(false);
    expect(engine.fits(form, 'misleading', false)).toBe(true);
  });

  it('keeps every answer as it was given, in whatever order, and is in conflict or valid', () => {
    const step = fc.tuple(
      fc.constantFrom('relevant', 'sufficient', 'misleading'),
      fc.constantFrom(true, false, null),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let form = emptyForm;
        const given = new Map<string, boolean>();
        for (const [question, answer] of steps) {
          form = engine.answer(form, question, answer).form;
          if (answer === null) given.delete(question);
          else given.set(question, answer);
        }
        expect(new Map(Object.entries(form.answers))).toEqual(given);
        const { conflicts, answers } = engine.fill(form);
        expect(answers).toMatchObject(Object.fromEntries(given));
        const { relevant, sufficient, misleading } = answers;
        const isBroken = sufficient === true && (relevant === false || misleading === true);
        expect(conflicts.length > 0).toBe(isBroken);
        expect(engine.read(draftOf(retrieval, form))).toEqual(form);
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

  it('is asked once the condition holds, and its answer does not count when it no longer does', () => {
    expect(engine.fill(emptyForm).asked.has('severity')).toBe(false);
    const { form } = engine.answer(
      engine.answer(emptyForm, 'relevant', true).form,
      'severity',
      'mild',
    );
    const { form: after, consequences } = engine.answer(form, 'relevant', false);
    expect(engine.submitted(after)).toEqual({ relevant: false });
    // Somebody who changes their mind again finds it as it was.
    expect(engine.submitted(engine.answer(after, 'relevant', true).form)).toEqual({
      relevant: true,
      severity: 'mild',
    });
    expect(consequences).toMatchObject([
      { question: 'severity', from: 'mild', to: null, isUnasked: true },
    ]);
  });
});

describe('a form of labels', () => {
  const engine = formEngine(labels);

  it('takes what is not ticked for not applying, once something was said', () => {
    const { form } = engine.answer(emptyForm, 'market', 2);
    expect(engine.submitted(form)).toEqual({ credit: 0, transfer: 0, market: 2 });
    expect(engine.faults(form, {})).toEqual([]);
  });

  it('tells nothing said from no label applies', () => {
    expect(engine.faults(emptyForm, {}).length).toBe(3);
    const none = engine.sayNone(emptyForm);
    expect(engine.faults(none, {})).toEqual([]);
    expect(engine.submitted(none)).toEqual({ credit: 0, transfer: 0, market: 0 });
    expect(engine.answer(none, 'credit', 1).form).toMatchObject({
      answers: { credit: 1 },
      saysNone: false,
    });
  });

  it('ticks what a label needs, and leaves its grade to the annotator', () => {
    const { form, consequences } = engine.answer(emptyForm, 'transfer', 2);
    expect(form.answers).toEqual({ transfer: 2 });
    expect(engine.fill(form).answers).toEqual({ transfer: 2, credit: null });
    expect(consequences).toMatchObject([{ question: 'credit', from: null, to: null }]);
    expect(engine.faults(form, {}).map((fault) => fault.field)).toEqual(['credit']);
    expect(engine.submitted(engine.answer(form, 'credit', 1).form)).toEqual({
      transfer: 2,
      credit: 1,
      market: 0,
    });
  });

  it('keeps that a label does not apply where another one needs it, as a conflict', () => {
    const { form } = engine.answer(answered({ transfer: 2 }), 'credit', 0);
    expect(form.answers).toEqual({ transfer: 2, credit: 0 });
    expect(engine.fill(form).conflicts).toMatchObject([{ questions: ['credit', 'transfer'] }]);
    expect(engine.read(draftOf(labels, form))).toEqual(form);
    expect(engine.answer(form, 'transfer', 0).form.answers).toEqual({});
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

  it('presets a grade only where the protocol sets a default', () => {
    expect(labels.questions.map(tickedAnswer)).toEqual([null, null, null]);
    const scale = { ordinal: [0, 1, 2], present: 1, default: 2 };
    const task = buildTask({ form: 'labels', questions: { credit: { scale }, fraud: {} } });
    expect(task.questions.map(tickedAnswer)).toEqual([2, true]);
  });

  it('is the same after it was kept as a draft', () => {
    const form = { ...engine.answer(emptyForm, 'market', 2).form, asides: { notes: 'n' } };
    for (const kept of [form, engine.sayNone(form), emptyForm])
      expect(engine.read(draftOf(labels, kept))).toEqual(kept);
  });

  it('is filled from a judgment that is revised', () => {
    expect(engine.read({ answers: { credit: 0, transfer: 0, market: 1 }, asides: {} })).toEqual({
      answers: { market: 1 },
      asides: {},
      saysNone: false,
    });
    expect(
      engine.read({ answers: { credit: 0, transfer: 0, market: 0 }, asides: {} }).saysNone,
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
