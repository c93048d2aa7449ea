import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseRankingMeasures } from '../../domain/evaluation/parse-ranking-measure.ts';
import { trecName } from '../../domain/evaluation/ranking-measure.ts';
import { readQrelsBytes, readRunBytes } from '../../formats/evaluation/trec-files.ts';
import { relevanceString } from '../../statistics/evaluation/judged-ranking.ts';
import { judgeRun } from './judge-run.ts';
import { measureRankings, summarise } from './measure-rankings.ts';
import { trecReport } from './trec-report.ts';

interface Case {
  readonly name: string;
  readonly flags: readonly string[];
  readonly measures: string;
  readonly qrels: readonly string[];
  readonly run: readonly string[];
  readonly expected: Readonly<Record<string, Readonly<Record<string, number | string>>>>;
  /** What trec_eval printed with -q. */
  readonly printed: string | null;
}

// Judgments and runs are made up; the values are those of trec_eval 10.0 with all its digits.
const fixture = new URL('../../statistics/fixtures/rankings.json', import.meta.url);
const { cases } = JSON.parse(readFileSync(fixture, 'utf8')) as { readonly cases: readonly Case[] };

describe('measures of rankings, beside trec_eval 10.0', () => {
  it.each(cases)('$name', ({ flags, measures, qrels, run, expected }) => {
    const complete = flags.includes('-c');
    const { queries } = judged(qrels, run, flags);
    const used = queries.filter(({ isMissing }) => complete || !isMissing);
    const names = used.map(({ query }) => query);
    expect(new Set([...names, 'all'])).toEqual(new Set(Object.keys(expected)));
    for (const measure of parseRankingMeasures(measures).measures) {
      const name = trecName(measure);
      const measured = measureRankings(used, measure, { complete, zeroes: true });
      used.forEach(({ query, ranking }, at) => {
        const wanted = expected[query]![name];
        if (typeof wanted === 'string')
          expect(relevanceString(ranking, Number(measure.parameters || 10))).toBe(wanted);
        else if (wanted !== undefined)
          expect(measured.values[at], `${name} of ${query}`).toBeCloseTo(wanted, 12);
      });
      const all = expected['all']![name];
      const isCounted = complete && name === 'num_rel';
      if (typeof all === 'number' && !isCounted)
        expect(summarise(measured), `${name} of all`).toBeCloseTo(all, 12);
    }
  });

  it('cover every value that trec_eval printed', () => {
    for (const { measures, expected } of cases) {
      const own = new Set(parseRankingMeasures(measures).measures.map(trecName));
      const theirs = Object.values(expected).flatMap((values) => Object.keys(values));
      expect(theirs.filter((name) => !own.has(name))).toEqual([]);
    }
  });

  it.each(cases.filter(({ printed }) => printed !== null))(
    'print what it prints: $name',
    ({ flags, measures, qrels, run, printed }) => {
      const report = trecReport(judged(qrels, run, flags).queries, measuresOf(measures), {
        complete: flags.includes('-c'),
        perQuery: true,
        run: 'own',
        printsRun: true,
      });
      expect(report).toBe(printed);
    },
  );
});

describe('a run that is put beside judgments', () => {
  const qrels = ['q1 0 a 1', 'q1 0 b 0', 'q2 0 a 1'];

  it('does not depend on the order of its lines or on its ranks', () => {
    const lines = ['q1 Q0 b 1 2.5 x', 'q1 Q0 a 2 2.5 x', 'q1 Q0 c 3 9 x'];
    const one = judged(qrels, lines, []).queries[0]!.ranking.grades;
    const other = judged(qrels, lines.toReversed(), []).queries[0]!.ranking.grades;
    // c scores most and is not in the pool; a and b tie, and b is the greater name.
    expect([...one]).toEqual([-1, 0, 1]);
    expect(other).toEqual(one);
  });

  it('names queries that it has no documents for, and counts queries without judgments', () => {
    const found = judged(qrels, ['q1 Q0 a 1 1 x', 'q9 Q0 a 1 1 x'], []);
    expect(found.queries.map(({ query, isMissing }) => [query, isMissing])).toEqual([
      ['q1', false],
      ['q2', true],
    ]);
    expect(found).toMatchObject({ notJudged: 1, documents: 1, unjudged: 0 });
  });

  it('rounds halves to even in print, as the C library does', () => {
    // 1/32 = 0.03125 lies halfway between 0.0312 and 0.0313.
    const lines = Array.from({ length: 32 }, (_, at) => `q1 Q0 d${at} 0 ${-at} x`);
    const { queries } = judged(['q1 0 d31 1', 'q1 0 d0 0'], lines, []);
    expect(trecReport(queries, measuresOf('map'))).toBe(`${'map'.padEnd(22)}\tall\t0.0312\n`);
  });
});

function measuresOf(text: string): ReturnType<typeof parseRankingMeasures>['measures'] {
  return parseRankingMeasures(text).measures;
}

function judged(
  qrels: readonly string[],
  run: readonly string[],
  flags: readonly string[],
): ReturnType<typeof judgeRun> {
  const number = (flag: string): number | undefined => {
    const given = flags.find((one) => one.startsWith(flag));
    return given === undefined ? undefined : Number(given.slice(2));
  };
  return judgeRun(
    readQrelsBytes(Buffer.from(qrels.join('\n'))).documents,
    readRunBytes(Buffer.from(run.join('\n'))).documents,
    { level: number('-l') ?? 1, depth: number('-M') ?? Infinity, judgedOnly: flags.includes('-J') },
  );
}
