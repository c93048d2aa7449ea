import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Task } from '../../src/domain/protocol/task.ts';
import { readProtocol } from '../../src/formats/protocol/protocol-yaml.ts';
import { seededRandom } from '../../src/statistics/seeded-random.ts';
import { shuffle } from '../../src/statistics/shuffle.ts';
import { simulate } from './simulated-annotator.ts';
import type { Behaviour } from './simulated-annotator.ts';
import { composeTrials } from './trials/compose-trial.ts';
import type { Trial } from './trials/compose-trial.ts';
import { heuristicOf } from './trials/features.ts';
import { fitOf } from './trials/fit.ts';
import type { Fit } from './trials/fit.ts';
import { parsedRules, quoteOf } from './trials/parsed-rules.ts';
import type { ParsedRule } from './trials/parsed-rules.ts';
import { querySources } from './trials/queries.ts';
import type { QuerySource } from './trials/queries.ts';
import { rationale } from './trials/rationale.ts';
import { jsonLines, writeExample } from './write-example.ts';

const folder = join(import.meta.dirname, '../../examples/trial-relevance');
const seed = 'trial-relevance:19';
const version = 'm4-v1';
const pairsPerQuery = 15;

interface Pair {
  readonly queryId: string;
  readonly query: QuerySource;
  readonly trial: Trial;
  readonly fit: Fit;
}

/**
 * Before the guideline was talked through: one is generous with constraints, the other severe with
 * related conditions.
 */
const untrained: readonly Behaviour[] = [
  { id: 'annotator_a', accuracy: 0.5, leniency: 0.9, perHour: 20 },
  { id: 'annotator_b', accuracy: 0.6, leniency: -0.9, perHour: 26 },
];
const trained: readonly Behaviour[] = [
  { id: 'annotator_a', accuracy: 0.88, leniency: 0.3, perHour: 22 },
  { id: 'annotator_b', accuracy: 0.9, leniency: -0.4, perHour: 28 },
];
/** On rules, an error is mostly one grade away. */
const mistakes = {
  quality_label: {
    correct: { partial: 1 },
    partial: { correct: 2, incorrect: 1 },
    incorrect: { partial: 1 },
  },
};
const onRules: readonly Behaviour[] = [
  { id: 'annotator_a', accuracy: 0.93, mistakes, perHour: 30 },
  { id: 'annotator_b', accuracy: 0.92, mistakes, perHour: 34 },
];

/** The generated files of the example, by their path in its folder. */
export function files(): ReadonlyMap<string, string> {
  const tasks = readTasks();
  const trials = composeTrials(seed);
  const pairs = choosePairs(trials);
  const rounds = cutRounds(pairs);
  const rules = parsedRules(trials.filter((_, at) => at % 2 === 0).slice(0, 18), 5, seed);
  const rulesInPilot = new Set(
    shuffle<ParsedRule, ParsedRule[]>([...rules], seededRandom(`${seed}:rules-pilot`)).slice(0, 30),
  );
  const made = new Map([
    ['queries.jsonl', jsonLines(querySources.map(queryRow))],
    ['trials.jsonl', jsonLines(trials.map(trialRow))],
    ['units/relevance.jsonl', jsonLines(pairs.map(pairRow))],
    ['units/rules.jsonl', jsonLines(rules.map(ruleRow))],
  ]);
  for (const [at, name] of ['annotator_a', 'annotator_b'].entries()) {
    const judge = (chosen: readonly Pair[], behaviour: Behaviour): string =>
      jsonLines(
        chosen.map((pair) =>
          judgePair(tasks.relevance, pair, behaviour, at === 0 ? 'full' : 'terse'),
        ),
      );
    const judgeRules = (chosen: readonly ParsedRule[]): string =>
      jsonLines(chosen.map((rule) => judgeRule(tasks.rules, rule, onRules[at]!, at === 0)));
    made.set(`judgments/pilot.relevance.${name}.jsonl`, judge(rounds.pilot, untrained[at]!));
    made.set(`judgments/repilot.relevance.${name}.jsonl`, judge(rounds.repilot, trained[at]!));
    made.set(`judgments/relevance.${name}.jsonl`, judge(rounds.full, trained[at]!));
    made.set(
      `judgments/pilot.rules.${name}.jsonl`,
      judgeRules(rules.filter((rule) => rulesInPilot.has(rule))),
    );
    made.set(
      `judgments/rules.${name}.jsonl`,
      judgeRules(rules.filter((rule) => !rulesInPilot.has(rule))),
    );
  }
  return made;
}

function readTasks(): { readonly relevance: Task; readonly rules: Task } {
  const read = readProtocol(readFileSync(join(folder, 'protocol.yaml'), 'utf8'));
  if (!read.ok)
    throw new Error(read.faults.map((fault) => `line ${fault.line}: ${fault.message}`).join('\n'));
  const task = (id: string): Task => read.value.tasks.find((entry) => entry.id === id)!;
  return { relevance: task('relevance'), rules: task('rules') };
}

/**
 * For each query the trials of its condition and of related ones, and others to fill up, those at
 * the asked place first.
 */
function choosePairs(trials: readonly Trial[]): readonly Pair[] {
  return querySources.flatMap((query, at) => {
    const all = trials.map((trial) => ({
      queryId: queryId(at),
      query,
      trial,
      fit: fitOf(query, trial.source),
    }));
    const near = all.filter((pair) => pair.fit.condition !== 'no');
    const others = shuffle<Pair, Pair[]>(
      all.filter((pair) => pair.fit.condition === 'no'),
      seededRandom(`${seed}:negatives:${at}`),
    );
    const tempting = others.filter((pair) => pair.fit.unmet.length <= 1).slice(0, 4);
    const chosen = new Set([...new Set([...near, ...tempting, ...others])].slice(0, pairsPerQuery));
    return all.filter((pair) => chosen.has(pair));
  });
}

/**
 * 30 pairs for the pilot and 20 others for its repetition, both with all grades; the rest is the
 * full round.
 */
function cutRounds(pairs: readonly Pair[]): {
  readonly pilot: readonly Pair[];
  readonly repilot: readonly Pair[];
  readonly full: readonly Pair[];
} {
  const shuffled = shuffle<Pair, Pair[]>([...pairs], seededRandom(`${seed}:rounds`));
  const byGrade = [0, 1, 2].map((grade) => shuffled.filter((pair) => pair.fit.label === grade));
  const pilot = new Set(byGrade.flatMap((group, grade) => group.slice(0, [14, 10, 6][grade]!)));
  const repilot = new Set(
    byGrade.flatMap((group, grade) =>
      group.slice([14, 10, 6][grade]!, [14 + 10, 10 + 6, 6 + 4][grade]!),
    ),
  );
  return {
    pilot: pairs.filter((pair) => pilot.has(pair)),
    repilot: pairs.filter((pair) => repilot.has(pair)),
    full: pairs.filter((pair) => !pilot.has(pair) && !repilot.has(pair)),
  };
}

function judgePair(task: Task, pair: Pair, behaviour: Behaviour, voice: 'full' | 'terse'): object {
  const { fit, queryId: query_id, trial } = pair;
  const random = seededRandom(`${seed}:${behaviour.id}:${query_id}:${trial.id}`);
  const truth = {
    condition_match: fit.condition,
    status_match: fit.status,
    phase_match: fit.phase,
    location_match: fit.location,
    population_match: fit.population,
    relevance_label: fit.label,
  };
  const given = simulate(task, behaviour, truth, random, fit.difficulty)[
    'relevance_label'
  ] as number;
  return {
    query_id,
    nct_id: trial.id,
    relevance_label: given,
    rationale: rationale(voice, { query: pair.query, trial: trial.source, fit }, given, random),
    annotator_id: behaviour.id,
    guideline_version: version,
  };
}

function judgeRule(
  task: Task,
  rule: ParsedRule,
  behaviour: Behaviour,
  wholeSentences: boolean,
): object {
  const random = seededRandom(`${seed}:${behaviour.id}:${rule.trial.id}:${rule.id}`);
  const given = simulate(
    task,
    behaviour,
    { quality_label: rule.truth, evidence_text: rule.evidence },
    random,
    rule.difficulty,
  );
  const { field, operator, value, unit } = rule;
  return {
    nct_id: rule.trial.id,
    rule_id: rule.id,
    field,
    operator,
    value,
    unit,
    quality_label: given['quality_label'],
    evidence_text: quoteOf(rule, wholeSentences, random),
    annotator_id: behaviour.id,
    guideline_version: version,
  };
}

function queryRow(query: QuerySource, at: number): object {
  const age = query.ages === null ? null : { min: query.ages[0], max: query.ages[1] };
  return {
    query_id: queryId(at),
    query: query.query,
    expected_conditions: query.conditions,
    expected_location: query.place ?? { country: null, state: null, city: null },
    expected_status: query.status,
    expected_phase: query.phase,
    expected_age: age,
    expected_sex: query.sex,
  };
}

function trialRow({ id, source, eligibility, rules }: Trial): object {
  return {
    nct_id: id,
    ...trialFields(source),
    eligibility_text: eligibility,
    labeled_rules: rules.map(({ type, field, operator, value, unit, evidence }) => ({
      type,
      field,
      operator,
      value,
      unit,
      evidence_text: evidence,
    })),
  };
}

function pairRow({ queryId: query_id, query, trial, fit }: Pair): object {
  return {
    query_id,
    nct_id: trial.id,
    query: query.query,
    ...trialFields(trial.source),
    eligibility_text: trial.eligibility,
    ...heuristicOf(query, trial.source, fit),
  };
}

function ruleRow({ trial, id, type, field, operator, value, unit }: ParsedRule): object {
  return {
    nct_id: trial.id,
    rule_id: id,
    type,
    field,
    operator,
    value,
    unit,
    title: trial.source.title,
    eligibility_text: trial.eligibility,
  };
}

function trialFields(source: Trial['source']): object {
  const [minimum, maximum] = source.ages;
  return {
    title: source.title,
    conditions: source.conditions,
    overall_status: source.status,
    phases: source.phases,
    locations: source.places,
    sex: source.sex,
    minimum_age: `${minimum} Years`,
    maximum_age: maximum === null ? 'No limit' : `${maximum} Years`,
  };
}

function queryId(at: number): string {
  return `Q${String(at + 1).padStart(4, '0')}`;
}

if (import.meta.main) writeExample(folder, files());
