import { rankingFacts, rankingKinds, trecBase } from './ranking-measure.ts';
import type {
  JudgmentsKind,
  RankingKind,
  RankingKindFacts,
  RankingMeasure,
} from './ranking-measure.ts';

/** Measures in the order in which they were named, or the names that are not measures. */
export interface ParsedMeasures {
  readonly measures: readonly RankingMeasure[];
  readonly unknown: readonly string[];
}

/**
 * Reads a list of measures with commas between: spellings of Assay, names of trec_eval with or
 * without a cutoff (`map`, `ndcg_cut_10`, `P.5,10`), and its lists `official`, `all_trec`, `set`,
 * `prefs`, `all_prefs` and `qrels_jg`. A measure that is named twice is taken once.
 * @example
 * parseRankingMeasures('map,P.5,10').measures.map(printRankingMeasure) // ['AP', 'P@5', 'P@10']
 * parseRankingMeasures('hit@5,nonsense').unknown // ['nonsense']
 */
export function parseRankingMeasures(text: string): ParsedMeasures {
  const found = new Map<string, RankingMeasure>();
  const unknown: string[] = [];
  const names = namesIn(text);
  // As in trec_eval, `all_trec,P.3` has P at 3 and at no other rank.
  const settled = new Set(names.flatMap((name) => /^(\w+)\./.exec(name)?.[1] ?? []));
  for (const name of names) {
    const read =
      list(name)?.filter((one) => !settled.has(trecBase(one) ?? '')) ?? own(name) ?? trec(name);
    if (read === null) unknown.push(name);
    for (const one of read ?? []) found.set(JSON.stringify(one), one);
  }
  return { measures: [...found.values()], unknown };
}

/**
 * The names in a list. Numbers after a name of trec_eval with parameters belong to it; commas in
 * parentheses divide nothing.
 */
function namesIn(text: string): readonly string[] {
  const names: string[] = [];
  let depth = 0;
  let name = '';
  const end = (): void => {
    const trimmed = name.trim();
    name = '';
    if (trimmed === '') return;
    const last = names.at(-1);
    const goesOn = /^(p|-?\d+)=[-+.\d]+$|^[-+]?[.\d]+$/.test(trimmed);
    if (goesOn && last !== undefined && /^\w+\./.test(last))
      names[names.length - 1] = `${last},${trimmed}`;
    else names.push(trimmed);
  };
  for (const character of text) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth <= 0) end();
    else name += character;
  }
  end();
  return names;
}

/** Names that others use for the same measure. */
const otherSpellings: Readonly<Record<string, RankingKind>> = {
  ndcg: 'nDCG',
  NDCG: 'nDCG',
  Bpref: 'bpref',
  MAP: 'AP',
  MRR: 'RR',
  RPrec: 'Rprec',
  Recall: 'R',
  Precision: 'P',
  hit: 'Success',
  Hit: 'Success',
  success: 'Success',
  hits: 'Success',
};

function own(name: string): readonly RankingMeasure[] | null {
  const match = /^([A-Za-z]\w*?)(?:\(([^()]*)\))?(?:@([.\d]+))?$/.exec(name);
  if (match === null) return null;
  const [, word = '', inner = '', after] = match;
  const isOther = Object.hasOwn(otherSpellings, word) && (inner !== '' || after !== undefined);
  const isPlural = word === 'MAP' || word === 'MRR' || word === 'NDCG';
  const kind = isOther || isPlural ? otherSpellings[word]! : word;
  if (!Object.hasOwn(rankingKinds, kind)) return null;
  const measure: RankingMeasure = {
    kind: kind as RankingKind,
    parameters: inner.replaceAll(' ', ''),
    at: after === undefined ? null : Number(after),
  };
  return isPossible(measure) ? [measure] : null;
}

function isPossible(measure: RankingMeasure): boolean {
  const facts = rankingFacts(measure);
  return fitsCutoff(facts, measure.at) && fitsParameters(facts, measure.parameters);
}

function fitsCutoff({ at: rule }: RankingKindFacts, at: number | null): boolean {
  if (at === null) return rule === 'none' || rule.startsWith('some');
  if (rule === 'none' || !Number.isFinite(at)) return false;
  return rule.endsWith('share') ? at >= 0 : Number.isSafeInteger(at) && at >= 1;
}

const patterns: Readonly<Record<RankingKindFacts['parameters'], RegExp>> = {
  none: /^$/,
  gains: /^(exp|\d+=[-+]?[.\d]+(,\d+=[-+]?[.\d]+)*)?$/,
  numbers: /^([-+]?[.\d]+(,[-+]?[.\d]+)*)?$/,
  persistence: /^((p|rel|\d+)=[-+]?[.\d]+(,(p|rel|\d+)=[-+]?[.\d]+)*)?$/,
  length: /^\d*$/,
  grade: /^\d*$/,
  scope: /^(ret|imp)?$/,
  retrieved: /^(ret)?$/,
};

function fitsParameters({ parameters: rule }: RankingKindFacts, text: string): boolean {
  return patterns[rule].test(text);
}

/** `map`, `P_5`, `P.5,10`, `ndcg.1=3,2=9`; a name that takes cutoffs alone means the usual ones. */
function trec(name: string): readonly RankingMeasure[] | null {
  for (const kind of Object.keys(rankingKinds) as RankingKind[]) {
    const facts = rankingFacts({ kind });
    const measures =
      (facts.trecAt === null ? null : withCutoffs(kind, facts, name)) ??
      (facts.trec === null ? null : withParameters(kind, facts.trec, name));
    if (measures !== null && measures.length > 0 && measures.every(isPossible)) return measures;
  }
  return null;
}

function withCutoffs(
  kind: RankingKind,
  { trecAt, at: rule, usual }: RankingKindFacts,
  name: string,
): readonly RankingMeasure[] | null {
  const cutoff = (at: number): RankingMeasure => ({ kind, parameters: '', at });
  if (name === trecAt) return usual.map(cutoff);
  const [, divider, rest = ''] = /^([._])([-+.\d,]+)$/.exec(afterName(name, trecAt!)) ?? [];
  if (divider === undefined || (divider === '_' && rest.includes(','))) return null;
  const read = rest.split(',').map(Number);
  const numbers = rule.endsWith('share') ? read : read.map(Math.trunc);
  return [...new Set(numbers)].toSorted((a, b) => a - b).map(cutoff);
}

function withParameters(
  kind: RankingKind,
  base: string,
  name: string,
): readonly RankingMeasure[] | null {
  if (name === base) return [{ kind, parameters: '', at: null }];
  const [, parameters] = /^[._](.+)$/.exec(afterName(name, base)) ?? [];
  return parameters === undefined ? null : [{ kind, parameters, at: null }];
}

function afterName(name: string, base: string): string {
  return name.startsWith(base) ? name.slice(base.length) : '';
}

/** Kinds that trec_eval's `all_trec` leaves out, beside those that it does not know. */
const notInAll: ReadonlySet<RankingKind> = new Set(['DCG', 'idealDCG', 'SmoothAP']);

const official: readonly RankingKind[] = [
  'NumQ',
  'NumRet',
  'NumRel',
  'NumRelRet',
  'AP',
  'GMAP',
  'Rprec',
  'bpref',
  'RR',
  'IPrec',
  'P',
];

function list(name: string): readonly RankingMeasure[] | null {
  if (name === 'all_trec') return everyTrecMeasure();
  if (name === 'official')
    return everyTrecMeasure().filter(
      ({ kind, at }) =>
        official.includes(kind) && (at === null || kind === 'IPrec' || kind === 'P'),
    );
  if (name === 'set')
    return everyTrecMeasure().filter(({ kind }) =>
      /^(Num(Q|Ret|Rel|RelRet)|Set\w+|utility)$/.test(kind),
    );
  if (name === 'qrels_jg') return everyTrecMeasure('groups');
  if (name === 'prefs')
    return everyPreference().filter(
      ({ kind, parameters }) =>
        kind !== 'PrefBalanced' && (kind === 'PrefFulfilled' || parameters === ''),
    );
  return name === 'all_prefs' ? everyPreference() : null;
}

function everyPreference(): readonly RankingMeasure[] {
  return everyTrecMeasure('preferences').flatMap((measure) =>
    ['', 'ret', 'imp'].map((parameters) => ({ ...measure, parameters })).filter(isPossible),
  );
}

/** Without a kind of judgments: all_trec, of which trec_eval leaves preferences and groups out. */
function everyTrecMeasure(judgments: JudgmentsKind = 'grades'): readonly RankingMeasure[] {
  return (Object.keys(rankingKinds) as RankingKind[])
    .filter((kind) => {
      const needed = rankingFacts({ kind }).judgments;
      const isCount = needed === 'any' && (judgments === 'grades' || kind === 'NumQ');
      return !notInAll.has(kind) && (needed === judgments || isCount);
    })
    .flatMap((kind) => {
      const { trec: alone, trecAt, usual } = rankingFacts({ kind });
      const whole = alone === null ? [] : [{ kind, parameters: '', at: null }];
      const cut = trecAt === null ? [] : usual.map((at) => ({ kind, parameters: '', at }));
      return [...whole, ...cut];
    });
}
