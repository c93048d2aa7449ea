import { describe, expect, it } from 'vitest';
import type { RecordJudgment } from './record.ts';
import { judgmentLines, judgmentReader } from './judgment-lines.ts';

const plain: RecordJudgment = {
  seq: 1,
  task: 'topics',
  unit: 'c1',
  annotator: 'ann',
  run: 'full-1',
  answers: '{"a":true,"b":2}',
  asides: '{}',
  guideline: '1.0',
  taskHash: 'abc',
  at: '2026-03-02T08:00:00.000Z',
  untimed: false,
  seconds: 12.5,
  origin: 'workbench',
  reply: null,
};

/** As the file was read before: every line as JSON. */
function readWhole(line: string, seq: number): RecordJudgment {
  const row = JSON.parse(line) as RecordJudgment & { answers: unknown; asides: unknown };
  const [answers, asides] = [row.answers, row.asides].map((value) => JSON.stringify(value));
  return { ...row, seq, answers: answers!, asides: asides! };
}

describe('the lines of judgments', () => {
  const odd: readonly Partial<RecordJudgment>[] = [
    {},
    { run: null, seconds: null, untimed: true },
    { recordedAt: '2026-05-04T08:00:00.000Z', origin: 'import' },
    { unit: 'say ,"answers":{} and ,"asides":{"x":1},"guideline":"y"', origin: 'import "x"' },
    { answers: '{"a":1,"asides":true,"guideline":"g"}' },
    { answers: '{"answers":{"x":1},"answers2":"\u2028 ,\\"asides\\":"}' },
    { asides: '{"notes":"n","other":{"z":1,"answers":2,"guideline":"3"}}' },
    { unit: 'ünïcode 🜁 \u2028', annotator: 'name "quoted" \\ back' },
    { reply: { hash: 'h', text: '{"x":[1,2]}\n,"guideline":' } },
    { reply: { hash: 'h', text: null }, origin: 'model' },
  ];

  it('are JSON in one form, and are read back as they were', () => {
    const given = odd.map((one, at) => ({ ...plain, ...one, seq: at + 1 }));
    const lines = [...judgmentLines(given)];
    const read = judgmentReader();
    lines.forEach((line, at) => {
      expect(line.endsWith('}\n') && !line.slice(0, -1).includes('\n')).toBe(true);
      expect(line).toBe(`${JSON.stringify(JSON.parse(line))}\n`);
      expect(read(line.slice(0, -1), at + 1)).toEqual(given[at]);
      expect(readWhole(line.slice(0, -1), at + 1)).toEqual(given[at]);
    });
  });

  it.each([
    ['a space in the answers', '"a":true,', '"a": true,'],
    ['a space behind the name', '"answers":{', '"answers": {'],
    ['another order', '"task":"topics","unit":"c1"', '"unit":"c1","task":"topics"'],
    ['a key twice', '"unit":"c1"', '"unit":"c0","unit":"c1"'],
    ['answers twice', '"reply":null', '"reply":null,"answers":{"a":false}'],
    ['answers twice, with a space', '"reply":null', '"reply":null, "answers":{"a":false}'],
    ['one more key', '"reply":null', '"reply":null,"x":1'],
    ['a key less', ',"origin":"workbench"', ''],
    ['another spelling of a number', '"b":2', '"b":2.0'],
    ['another spelling of a letter', '"c1"', '"\\u00631"'],
  ])('tell %s by being written anew', (_, from, to) => {
    const [line] = [...judgmentLines([plain])];
    const forged = line!.replace(from, to);
    expect(forged).not.toBe(line);
    const [again] = [...judgmentLines([judgmentReader()(forged.slice(0, -1), 1)])];
    expect(again).not.toBe(forged);
  });

  it.each(['', '{', '{"task":"t","answers":{x},"asides":{},"guideline":"1"}', 'null'])(
    'that are no judgment are refused or differ: %j',
    (line) => {
      const again = (): string => [...judgmentLines([judgmentReader()(line, 1)])][0]!;
      let text = '';
      try {
        text = again();
      } catch {
        return;
      }
      expect(text).not.toBe(`${line}\n`);
    },
  );
});
