import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import alternative from '../src/statistics/fixtures/alternative-annotator.json' with { type: 'json' };
import powered from '../src/statistics/fixtures/prediction-powered.json' with { type: 'json' };
import type { JudgeJson } from './judge-json.ts';
import { runAssay, runJson, temporaryFolder } from './run-assay.ts';

interface PoweredJson {
  readonly prediction_powered: {
    readonly mean: number | null;
    readonly low: number | null;
    readonly high: number | null;
    readonly lambda: number | null;
    readonly classical: { readonly mean: number; readonly low: number; readonly high: number };
    readonly saved_human_judgments: number | null;
  };
  readonly skipped_rows: number;
}

const topics = new URL('../examples/regulatory-topics', import.meta.url).pathname;

/** The rows of a case, people and judge mixed, unit by unit. */
function rowsOf({ judge, people }: (typeof alternative.cases)[number]): readonly string[][] {
  const everybody = [...Object.entries(people), ['judge', judge] as const];
  return [...judge].flatMap((_, unit) =>
    everybody.flatMap(([name, answers]) =>
      answers[unit] === '.' ? [] : [[`u${unit}`, name, answers[unit]!]],
    ),
  );
}

const runs = alternative.cases.flatMap((one) => one.runs.map((run) => ({ ...one, run })));

// Expected numbers: the notebook of the test's authors, named in the fixture.
describe('assay judge --votes', () => {
  it.each(runs)('$name, ε = $run.epsilon, equals the authors’ numbers', async (one) => {
    const folder = temporaryFolder();
    const file = join(folder, 'votes.csv');
    const rows = rowsOf(one).map((row) => row.join(','));
    writeFileSync(file, `unit,annotator,answer\n${rows.join('\n')}\n`);
    const { run } = one;
    const words = ['judge', '--votes', 'votes.csv', '--judge', 'judge', '--json'];
    const { alternative_annotator_test: test } = await runJson<JudgeJson>(
      [
        ...words,
        `--epsilon=${run.epsilon}`,
        `--scoring=${run.scoring}`,
        `--min-people=${run.leastPeople}`,
        `--min-units=${run.leastUnits}`,
      ],
      folder,
    );
    if (run.pValues === undefined) {
      expect(test).toMatchObject({ winning_rate: null, p_values: [], rejected: [] });
      expect(test.why).toMatch(/^Nobody judged at least 30/);
      return;
    }
    expect(test.winning_rate).toBeCloseTo(run.winningRate!, 12);
    expect(test.advantage_probability).toBeCloseTo(run.advantageProbability!, 12);
    test.p_values.forEach((p, at) => expect(p).toBeCloseTo(run.pValues![at]!, 10));
    expect(test.p_values).toHaveLength(run.pValues.length);
    expect(test.rejected).toEqual(run.rejected);
    expect(test.skipped_annotators.map(({ annotator, n }) => [annotator, n])).toEqual(run.skipped);
  });

  it('reads JSONL with questions, in any order of rows, with the same result', async () => {
    const folder = temporaryFolder();
    const [one] = alternative.cases;
    const lines = rowsOf(one!).flatMap(([unit, annotator, answer]) =>
      ['first', 'second'].map((question) =>
        JSON.stringify({ unit, annotator, question, answer: Number(answer) }),
      ),
    );
    writeFileSync(join(folder, 'a.jsonl'), `${lines.join('\n')}\n`);
    writeFileSync(join(folder, 'b.jsonl'), `${lines.toReversed().join('\n')}\n`);
    const judged = (file: string): Promise<JudgeJson> =>
      runJson<JudgeJson>(['judge', '--votes', file, '--judge', 'judge', '--json'], folder);
    const [a, b] = [await judged('a.jsonl'), await judged('b.jsonl')];
    expect(a.questions.map((question) => question.question)).toEqual(['first', 'second']);
    expect(a.questions[0]!.alternative_annotator_test).toEqual(
      b.questions[1]!.alternative_annotator_test,
    );
    expect(a.verdict).toContain('On none of 2 questions');
  });

  it('reads rows of judgments, recognised or with their protocol', async () => {
    const folder = temporaryFolder();
    for (const name of ['expert_a', 'expert_b', 'expert_c'])
      appendFileSync(
        join(folder, 'all.jsonl'),
        readFileSync(join(topics, 'judgments', `full.${name}.jsonl`)),
      );
    const words = ['judge', '--votes', 'all.jsonl', '--judge', 'expert_a', '--json'];
    const recognised = await runJson<JudgeJson>(words, folder);
    expect(recognised.people).toEqual(['expert_b', 'expert_c']);
    expect(recognised.questions).toHaveLength(14);
    const named = await runJson<JudgeJson>([...words, '-p', topics], folder);
    const counts = ({ questions }: JudgeJson) =>
      questions.map(({ confusion, alternative_annotator_test: test }) => [confusion, test]);
    expect(counts(named)).toEqual(counts(recognised));
  });

  it('finds bias by a column of the table', async () => {
    const folder = temporaryFolder();
    const rows = Array.from({ length: 120 }, (_, unit) => {
      const lang = unit % 2 === 0 ? 'de' : 'en';
      const wrong = lang === 'de' && unit % 4 === 0;
      const said = ['anna', 'ben', 'gpt'].map((name) =>
        [`u${unit}`, name, name === 'gpt' && wrong ? 'no' : 'yes', lang].join(','),
      );
      return said.join('\n');
    });
    writeFileSync(join(folder, 'v.csv'), `unit,annotator,answer,lang\n${rows.join('\n')}\n`);
    const words = ['judge', '--votes', 'v.csv', '--judge', 'gpt', '--by', 'lang'];
    const { questions } = await runJson<JudgeJson>([...words, '--json'], folder);
    expect(questions[0]!.bias).toMatchObject([{ by: 'lang', biased: true }]);
    expect((await runAssay(words, folder)).out).toContain('lang de');
  });

  it('counts empty and repeated votes, of which the last counts', async () => {
    const folder = temporaryFolder();
    const rows = ['u1,anna,1', 'u1,gpt,0', 'u1,gpt,1', 'u2,anna,', 'u2,gpt,1'];
    writeFileSync(join(folder, 'v.csv'), `unit,annotator,answer\n${rows.join('\n')}\n`);
    const words = ['judge', '--votes', 'v.csv', '--judge', 'gpt', '--json'];
    const result = await runJson<JudgeJson>(words, folder);
    expect(result).toMatchObject({ empty_votes: 1, repeated_votes: 1 });
    expect(result.questions[0]!.confusion['1']!['1']).toBe(1);
  });

  it('says who has voted when the judge has not, and what a table must have', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'v.csv'), 'unit,annotator,answer\nu1,anna,1\nu1,ben,1\n');
    const unknown = await runAssay(['judge', '--votes', 'v.csv', '--judge', 'gpt'], folder);
    expect(unknown.code).toBe(2);
    expect(unknown.err).toContain('judge is "gpt", expected anna or ben');
    const nobody = await runAssay(['judge', '--votes', 'v.csv'], folder);
    expect(nobody.err).toContain('--judge NAME');
    const both = await runAssay(
      ['judge', '--votes', 'v.csv', '--judge', 'anna', '-d', 'x.db'],
      folder,
    );
    expect(both.err).toContain('--votes cannot be combined with --database');
  });
});

// Expected numbers: ppi_py in the version that the fixture names.
it.each([
  ['unit,annotator,answer\n', [], 'votes.csv: the file is empty, expected at least one row'],
  [
    'unit,annotator,answer,page\n1,ann,1,2\n1,ben,1,2\n1,model,1,2\n',
    ['--by', 'pgae'],
    'votes.csv: --by is "pgae", expected unit, annotator, answer or page',
  ],
])('assay judge --votes refuses %j with %j', async (text, words, message) => {
  const folder = temporaryFolder({ 'votes.csv': text });
  const run = await runAssay(
    ['judge', '--votes', 'votes.csv', '--judge', 'model', ...words],
    folder,
  );
  expect([run.code, run.err]).toEqual([2, `${message}\n`]);
});

describe('assay judge --ppi', () => {
  it.each(powered.cases)('$name equals ppi_py', async (sample) => {
    const folder = temporaryFolder();
    const judged = sample.human.map((value, at) => `${value},${sample.model[at]}`);
    const others = sample.unjudged.map((value) => `,${value}`);
    const rows = [...judged, ...others].join('\n');
    writeFileSync(join(folder, 'rows.csv'), `human,model\n${rows}\n`);
    const { prediction_powered: result } = await runJson<PoweredJson>(
      ['judge', '--ppi', 'rows.csv', '--json'],
      folder,
    );
    const at = (lambda: number | null) =>
      sample.intervals.find((one) => one.confidence === 0.95 && one.lambda === lambda)!.interval;
    const classical = sample.classical.find((one) => one.confidence === 0.95)!.interval;
    expect(result.mean).toBeCloseTo(sample.values.find((one) => one.lambda === null)!.value, 11);
    expect([result.low, result.high].map((bound) => bound!.toFixed(10))).toEqual(
      at(null).map((bound) => bound.toFixed(10)),
    );
    expect(result.lambda).toBeCloseTo(sample.bestLambda, 11);
    expect(result.classical.low).toBeCloseTo(classical[0]!, 11);
    expect(result.classical.high).toBeCloseTo(classical[1]!, 11);
  });

  it('takes yes and no, a given λ and level, and skips rows without a model value', async () => {
    const folder = temporaryFolder();
    const rows = ['yes,yes', 'no,yes', 'yes,no', 'no,no', ',yes', ',no', ',yes', 'yes,'];
    writeFileSync(join(folder, 'rows.csv'), `human,model\n${rows.join('\n')}\n`);
    const words = ['judge', '--ppi', 'rows.csv', '--lambda', '1', '--confidence', '0.9'];
    const result = await runJson<PoweredJson>([...words, '--json'], folder);
    // mean(f′) + mean(y − f) = 2/3 + 0.
    expect(result.prediction_powered.mean).toBeCloseTo(2 / 3, 12);
    expect(result.skipped_rows).toBe(1);
    expect((await runAssay(words, folder)).out).toContain('90 % interval');
  });

  it('has no value without human judgments, and refuses what is no number', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'none.csv'), 'human,model\n,1\n,0\n');
    const { prediction_powered: none } = await runJson<PoweredJson>(
      ['judge', '--ppi', 'none.csv', '--json'],
      folder,
    );
    expect(none).toMatchObject({ mean: null, low: null, lambda: null });
    writeFileSync(join(folder, 'bad.csv'), 'human,model\nmaybe,1\n1,often\n');
    const bad = await runAssay(['judge', '--ppi', 'bad.csv'], folder);
    expect(bad.code).toBe(2);
    expect(bad.err).toContain('bad.csv:2 human is "maybe", expected a number, yes or no');
    expect(bad.err).toContain('bad.csv:3 model is "often", expected a number, yes or no');
    writeFileSync(join(folder, 'other.csv'), 'a,b\n1,2\n');
    const other = await runAssay(['judge', '--ppi', 'other.csv'], folder);
    expect(other.err).toContain('expected the columns human and model');
  });
});
