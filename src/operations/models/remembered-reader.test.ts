import { describe, expect, it } from 'vitest';
import type { ModelReply } from '../../domain/models/model-reply.ts';
import { replyForm } from '../../formats/models/reply-schema.ts';
import { readReply } from '../../formats/models/reply-reader.ts';
import { readContent } from '../../formats/protocol/protocol-content.ts';
import { seededRandom } from '../../statistics/seeded-random.ts';
import type { Asking } from './asking.ts';
import { rememberedReader } from './open-askings.ts';

const source = (questions: string): string => `assay: 1
name: notes
guideline: { version: "1.0", file: guideline.md }
tasks:
  notes:
    unit: { id: id, show: text }
    questions:
${questions}
    constraints: [urgent => relevant]
`;

const choices = `      relevant: { ask: Is it? }
      urgent: { ask: Is it? }
      grade: { ask: How? , scale: { ordinal: [0: none, 1: some, 2: much] } }`;

function readerOf(questions: string): {
  fresh: Asking['read'];
  known: Asking['read'];
  calls: () => number;
} {
  const { tasks } = readContent({ source: source(questions), guideline: '# G\n', files: {} }, true);
  const { compiled, task } = tasks.get('notes')!;
  const form = replyForm(task);
  let calls = 0;
  const fresh: Asking['read'] = (given, unit) => {
    calls += 1;
    const read = readReply(compiled, form, given, unit);
    return read.ok
      ? { ok: true, answers: read.answers, asides: read.asides, marks: [] }
      : { ok: false, outcome: 'invalid', code: read.problem.kind, message: null };
  };
  return { fresh, known: rememberedReader(form, fresh), calls: () => calls };
}

function reply(text: string, end: ModelReply['end'] = 'complete'): ModelReply {
  const none = { refusal: null, reasoning: null, model: null, fingerprint: null };
  return { end, text, ...none, requestId: null, tokens: null };
}

describe('replies that are remembered', () => {
  it('are read as each by itself is', () => {
    const { fresh, known, calls } = readerOf(choices);
    const random = seededRandom('replies');
    const some = <T>(of: readonly T[]): T => of[random.integer(of.length)]!;
    for (let at = 0; at < 3000; at += 1) {
      const fields: Record<string, unknown> = {
        relevant: some([true, false, 'true']),
        urgent: some([true, false]),
        grade: some(['0', '1', '2', '3', 0, 1, 2, ' 2']),
      };
      if (random.next() < 0.1) delete fields['urgent'];
      if (random.next() < 0.1) fields['more'] = 1;
      const json = JSON.stringify(fields);
      const text = some([
        json,
        json,
        json,
        ` ${json}`,
        `\`\`\`json\n${json}\n\`\`\``,
        json.slice(1),
      ]);
      const given = reply(text, some(['complete', 'complete', 'length', 'refusal']));
      expect(known(given, { text: `t${at}` })).toEqual(fresh(given, { text: `t${at}` }));
    }
    // Many were the same: they were not read again.
    expect(calls()).toBeLessThan(6000);
  });

  it('are read each where an answer depends on the unit', () => {
    const { known } = readerOf(
      `${choices}\n      why: { ask: Where?, scale: { quote: { from: text } } }`,
    );
    const fields = { relevant: true, urgent: false, grade: 1, why: 'here it is' };
    const given = reply(JSON.stringify(fields));
    expect(known(given, { text: 'so here it is' }).ok).toBe(true);
    expect(known(given, { text: 'not there' }).ok).toBe(false);
  });
});
