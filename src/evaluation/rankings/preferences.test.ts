import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseRankingMeasures } from '../../domain/evaluation/parse-ranking-measure.ts';
import { readReferenceScores } from '../../formats/evaluation/reference-scores.ts';
import {
  readPreferenceBytes,
  readQrelsBytes,
  readRunBytes,
} from '../../formats/evaluation/trec-files.ts';
import { judgeGroups } from './judge-groups.ts';
import { judgePreferences } from './judge-preferences.ts';
import { judgeRun } from './judge-run.ts';
import type { JudgedRun } from './judge-run.ts';
import { measureRankings, summarise } from './measure-rankings.ts';
import { trecReport } from './trec-report.ts';

interface Case {
  readonly name: string;
  readonly judgments: 'qrels' | 'qrels_jg' | 'qrels_prefs' | 'prefs';
  readonly measures: string;
  readonly flags: readonly string[];
  readonly qrels: readonly string[];
  readonly run: readonly string[];
  readonly reference?: readonly string[];
  /** What trec_eval 10.0 printed with -q. */
  readonly printed: string;
}

// Judgments and runs are made up; what is printed is trec_eval's own output.
const fixture = new URL('../../statistics/fixtures/preferences.json', import.meta.url);
const { cases } = JSON.parse(readFileSync(fixture, 'utf8')) as { readonly cases: readonly Case[] };

describe('preferences, judgment groups and standard scores, beside trec_eval 10.0', () => {
  it.each(cases)('$name', (one) => {
    const { measures, flags, reference, printed } = one;
    const report = trecReport(judged(one).queries, parseRankingMeasures(measures).measures, {
      complete: flags.includes('-c'),
      perQuery: true,
      run: 'own',
      printsRun: true,
      ...(reference === undefined
        ? {}
        : { reference: readReferenceScores(reference.join('\n')).scores }),
    });
    expect(report).toBe(printed);
  });
});

describe('preferences', () => {
  // a > b and b > c, said in two parts, give a > c: 3 preferences, of which c, a, b fulfils one.
  const parts = ['q u p1 a 2', 'q u p1 b 1', 'q u p2 b 5', 'q u p2 c 1'];
  const run = ['q Q0 c 1 3 x', 'q Q0 a 2 2 x', 'q Q0 b 3 1 x'];

  it('follow from others', () => {
    expect(valuesOf(parts, run, 'PrefPossible,PrefFulfilled,Pref')).toEqual([3, 1, 1 / 3]);
  });

  it('of several people about one pair are one pair', () => {
    const two = ['q u 0 a 2', 'q u 0 b 1', 'q v 0 a 2', 'q v 0 b 1', 'q w 0 b 2', 'q w 0 a 1'];
    const order = ['q Q0 a 1 2 x', 'q Q0 b 2 1 x'];
    expect(valuesOf(two, order, 'Pref,PrefPair,PrefGroup')).toEqual([2 / 3, 2 / 3, 2 / 3]);
    const more = [...two, 'q u 0 c 0'];
    // The pairs are (a, b), (a, c) and (b, c): 2/3, and two that only u has, with c not retrieved.
    expect(valuesOf(more, order, 'PrefPair,PrefPair(ret)')).toEqual([(2 / 3 + 2) / 3, 2 / 3]);
  });

  it('that contradict each other are faults with the group, the query and the line', () => {
    const { faults } = judgePreferences(
      preferences([...parts, 'q u p3 c 4', 'q u p3 a 1']),
      readRunBytes(Buffer.from(run.join('\n'))).documents,
    );
    expect(faults).toMatchObject([
      { code: 'preference-conflict', values: { group: 'u', query: 'q' }, line: 1 },
    ]);
  });

  it('that call a document relevant and not relevant are faults', () => {
    const { faults } = judgePreferences(
      preferences(['q u p1 a 2', 'q u p1 b 0', 'q u p2 b 1', 'q u p2 c 0']),
      readRunBytes(Buffer.from(run.join('\n'))).documents,
    );
    expect(faults).toHaveLength(1);
  });

  it('of a query without any have no value and a reason', () => {
    const { queries } = judgePreferences(
      preferences(['q u 0 a 1', 'q u 0 b 1']),
      readRunBytes(Buffer.from(run.join('\n'))).documents,
    );
    const [measure] = parseRankingMeasures('Pref').measures;
    const measured = measureRankings(queries, measure!);
    expect(measured.gaps).toEqual(['no-preferences']);
    expect(summarise(measured)).toBeNull();
  });

  it('need a level of at least 0 and five fields', () => {
    const { faults } = readPreferenceBytes(Buffer.from('q u 0 a -1\nq u 0 b\n'));
    expect(faults.map(({ line, message }) => `${line} ${message}`)).toEqual([
      '1 level is "-1", expected a number of at least 0',
      '2 the line has 4 fields, expected query, group, part, document and level',
    ]);
  });
});

describe('reference scores', () => {
  it('name all their faults', () => {
    const { faults } = readReferenceScores('q map 0.5 0.1\nq map 0.4 0.1\nq P_5 x 0.1\nq 1\n\n');
    expect(faults.map(({ line, message }) => `${line} ${message}`)).toEqual([
      '2 the unit q map already appears on line 1',
      '3 mean is "x", expected a number',
      '4 the line has 2 fields, expected query, measure, mean and standard deviation',
    ]);
  });
});

function preferences(
  lines: readonly string[],
): ReturnType<typeof readPreferenceBytes>['documents'] {
  return readPreferenceBytes(Buffer.from(lines.join('\n'))).documents;
}

function valuesOf(
  lines: readonly string[],
  run: readonly string[],
  measures: string,
): readonly number[] {
  const { queries } = judgePreferences(
    preferences(lines),
    readRunBytes(Buffer.from(run.join('\n'))).documents,
  );
  return parseRankingMeasures(measures).measures.map(
    (measure) => measureRankings(queries, measure).values[0]!,
  );
}

function judged({ judgments, flags, qrels, run }: Case): JudgedRun {
  const number = (flag: string): number | undefined => {
    const given = flags.find((one) => one.startsWith(flag));
    return given === undefined ? undefined : Number(given.slice(2));
  };
  const bytes = Buffer.from(qrels.join('\n'));
  const { documents } = readRunBytes(Buffer.from(run.join('\n')));
  const depth = number('-M') ?? Infinity;
  const options = { level: number('-l') ?? 1, depth, judgedOnly: flags.includes('-J') };
  if (judgments === 'prefs')
    return judgePreferences(readPreferenceBytes(bytes).documents, documents, depth);
  const own = readQrelsBytes(bytes, judgments !== 'qrels').documents;
  if (judgments === 'qrels_prefs') return judgePreferences(own, documents, depth);
  return judgments === 'qrels_jg'
    ? judgeGroups(own, documents, options)
    : judgeRun(own, documents, options);
}
