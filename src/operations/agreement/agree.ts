import type { CodedText } from '../../domain/coded-text.ts';
import { codedText } from '../../domain/text-values.ts';
import { annotatorFamily } from '../../domain/judging/annotator.ts';
import { refuse } from '../../domain/fault.ts';
import type { MeasureName } from '../../domain/agreement/measure.ts';
import { measureNames } from '../../domain/agreement/measure.ts';
import type { Round } from '../../domain/rounds/round.ts';
import { scaleAnswers } from '../../domain/protocol/scale.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { hasValue, noValue } from '../../statistics/estimate.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { confusion, confusionTable } from '../../statistics/agreement/confusion.ts';
import { kappaBand, kappaBands } from '../../statistics/agreement/kappa-band.ts';
import type { KappaBand } from '../../statistics/agreement/kappa-band.ts';
import { ratingPatterns } from '../../statistics/agreement/rating-patterns.ts';
import type { Ratings } from '../../statistics/agreement/ratings.ts';
import { specificAgreementPerCategory } from '../../statistics/agreement/specific-agreement.ts';
import { confusionMatrix, differingUnits } from '../../truth/agreement/confusion-matrix.ts';
import type { ConfusionMatrix } from '../../truth/agreement/confusion-matrix.ts';
import { agreementWarnings } from '../../truth/agreement/agreement-warnings.ts';
import type { IntervalChoice } from '../../truth/agreement/measures.ts';
import {
  comparedAtGates,
  familiesOf,
  familyRatings,
  stability,
} from '../../truth/agreement/families.ts';
import type { Family } from '../../truth/agreement/families.ts';
import { compileTask } from '../../truth/judging/faults.ts';
import { checkGates } from '../../truth/rounds/gate-report.ts';
import type { GateFigures, GateReport } from '../../truth/rounds/gate-report.ts';
import { taskAgreement } from '../../truth/agreement/task-agreement.ts';
import type { QuestionRatings, TaskAgreement } from '../../truth/agreement/task-agreement.ts';
import { taskHash } from '../../truth/protocol/task-hash.ts';
import { UnhashedRows } from '../../formats/judging/unhashed-rows.ts';
import { chooseRound, recogniseTask } from '../protocol/choose-task.ts';
import type { ChosenTask } from '../protocol/choose-task.ts';
import { readJudgmentMatrix } from './judgment-matrix.ts';
import type { JudgmentMatrix } from './judgment-matrix.ts';
import { readKnownUnits } from '../units/read-units.ts';
import type { Progress } from '../text-file.ts';

export type { ConfusionMatrix };
export { differingUnits, kappaBands };
export type { Estimate };

/** What to compare, and how. */
export interface AgreeRequest {
  readonly files: readonly string[];
  /** One annotator per file; else each row says who judged. */
  readonly onePerFile: boolean;
  readonly protocol?: string;
  readonly task?: string;
  readonly round?: string;
  /** The guideline version that rows must carry, where it is not the protocol's present one. */
  readonly guideline?: string;
  /** The files with the units, or with the parts of their ids; unknown ids are faults. */
  readonly units: readonly string[];
  readonly overlap: boolean;
  readonly retest: boolean;
  /** How intervals are computed. */
  readonly interval?: IntervalChoice;
  readonly progress?: Progress;
}

/** The agreement that was measured. */
export interface Agreement {
  readonly task: Task;
  readonly protocol: string;
  readonly simulated: boolean;
  readonly recognised: boolean;
  readonly round: Round | null;
  readonly matrix: JudgmentMatrix;
  readonly measured: TaskAgreement;
  /** Where annotators are runs of one model: agreement is between these, stability within them. */
  readonly families: readonly {
    readonly family: string;
    readonly annotators: readonly string[];
    readonly stability: Readonly<Record<string, Estimate>>;
  }[];
  /** Units on which all who judged them (two or more) agree on every measured question. */
  readonly exactMatches: number;
  readonly mismatches: readonly number[];
  /** The share of compared units that are exact matches, on all questions at once. */
  readonly exactShare: number | null;
  readonly cohenKappa: Estimate;
  /** Per question, `"0->1": n`; only with two annotators. */
  readonly confusion: Readonly<Record<string, Readonly<Record<string, number>>>> | null;
  readonly gate: GateReport | null;
  readonly warnings: readonly CodedText[];
}

/** Measures how well several annotators agree and checks the result against the gate. */
export function agree(request: AgreeRequest): Agreement {
  const chosen = recogniseTask(request.files, request.protocol, request.task);
  const { protocol } = chosen.loaded;
  const { matrix, contradictions, unhashed } = readMatrix(request, chosen);
  const { annotators } = matrix;
  const rated = matrix.questions.map((question, at) => ({ question, ratings: matrix.ratings(at) }));
  const families = familiesOf(annotators, (name) => annotatorFamily(protocol.panel, name));
  const hasRelated = families.length < annotators.length;
  const measured = taskAgreement(
    hasRelated ? betweenFamilies(rated, families) : rated,
    request.interval,
  );
  const round = chooseRound(chosen, request.round);
  const atGates = comparedAtGates(protocol.panel, annotators);
  const gated = families.filter(({ members }) => atGates.includes(annotators[members[0]!]!));
  const gateMeasured = (): TaskAgreement =>
    gated.length === families.length
      ? measured
      : taskAgreement(betweenFamilies(rated, gated), request.interval);
  const allRatings = rated.map((one) => one.ratings);
  const mismatches = mismatchedUnits(allRatings, matrix.size, annotators.length);
  const exactMatches = matrix.compared - mismatches.length;
  return {
    task: chosen.task,
    protocol: protocol.name,
    simulated: protocol.simulated && !chosen.recognised,
    recognised: chosen.recognised,
    round,
    matrix,
    measured,
    families: hasRelated ? families.map((one) => stableFamily(rated, annotators, one)) : [],
    exactMatches,
    mismatches,
    exactShare: matrix.compared === 0 ? null : exactMatches / matrix.compared,
    cohenKappa: measured.overall('cohen_kappa', 'macro'),
    confusion: annotators.length === 2 ? confusions(rated) : null,
    gate: round && checkGates(round.gates, gateFiguresOf(gateMeasured(), matrix)),
    warnings: [
      ...countWarning('contradicting-grades', contradictions),
      // Rows that only look like those of a protocol have no version to compare with.
      ...(chosen.recognised ? [] : unhashed.warnings(chosen.task.id)),
      ...countWarning('assisted-not-compared', matrix.apart.assisted),
      ...countWarning('further-not-compared', matrix.apart.further),
      ...agreementWarnings(measured, families.length, protocol.monitor.prevalence),
      ...sizeWarnings(matrix, round, chosen),
    ],
  };
}

/** Reads the judgments of at least two annotators. */
function readMatrix(request: AgreeRequest, { task, loaded }: ChosenTask) {
  const { guideline } = loaded.protocol;
  let contradictions = 0;
  const context = {
    guideline: request.guideline ?? guideline.version,
    guidelineRequired: guideline.required,
    taskHash: taskHash(task),
    units: request.units.length === 0 ? null : readKnownUnits(request.units, task),
    contradiction: () => (contradictions += 1),
  };
  const unhashed = new UnhashedRows();
  const options = { ...request, unhashed };
  const matrix = readJudgmentMatrix(request.files, compileTask(task), context, options);
  const { annotators } = matrix;
  if (annotators.length < 2) {
    const alone = `Agreement needs two annotators, and all rows are by ${annotators[0]}.`;
    refuse('usage', { reason: `${alone} Pass the files of several.` });
  }
  return { matrix, contradictions, unhashed };
}

/** The ratings with one column for each family: the majority of its members. */
function betweenFamilies(
  rated: readonly QuestionRatings[],
  families: readonly Family[],
): readonly QuestionRatings[] {
  return rated.map(({ question, ratings }) => ({
    question,
    ratings: familyRatings(ratings, families),
  }));
}

function stableFamily(
  rated: readonly QuestionRatings[],
  annotators: readonly string[],
  family: Family,
): Agreement['families'][number] {
  const estimates = rated.map(({ question, ratings }) => [question.id, stability(ratings, family)]);
  return {
    family: family.name,
    annotators: family.members.map((column) => annotators[column]!),
    stability: Object.fromEntries(estimates),
  };
}

function countWarning(
  code: 'contradicting-grades' | 'assisted-not-compared' | 'further-not-compared',
  count: number,
): readonly CodedText[] {
  return count === 0 ? [] : [codedText(code, { count })];
}

/** How every pair of annotators answered every question that is measured. */
export function confusionMatrices({ matrix }: Agreement): readonly ConfusionMatrix[] {
  const { annotators } = matrix;
  const pairs = annotators.flatMap((first, a) =>
    annotators.slice(a + 1).map((second, at) => ({ first, second, a, b: a + 1 + at })),
  );
  return matrix.questions.flatMap((question, at) => {
    const ratings = matrix.ratings(at);
    return pairs.map((pair) => confusionMatrix(question, pair, confusion(ratings, pair.a, pair.b)));
  });
}

/** Every measure over all questions: the mean, pooled, and for label sets. */
export function overallMeasures(
  measured: TaskAgreement,
): Readonly<Record<'macro' | 'pooled' | 'sets', Readonly<Partial<Record<MeasureName, Estimate>>>>> {
  const all = (how: 'macro' | 'pooled'): Record<string, Estimate> =>
    Object.fromEntries(measureNames.map((name) => [name, measured.overall(name, how)]));
  return {
    macro: all('macro'),
    pooled: all('pooled'),
    sets: {
      percent_agreement: measured.overall('percent_agreement', 'sets'),
      krippendorff_alpha: measured.overall('krippendorff_alpha', 'sets'),
    },
  };
}

/** Per question, how far the annotators agree on each of its answers. */
export function agreementOnAnswers({
  questions,
}: TaskAgreement): Readonly<Record<string, Readonly<Record<string, Estimate>>>> {
  return Object.fromEntries(
    questions.map(({ question, answers, ratings }) => {
      const estimates = specificAgreementPerCategory(ratingPatterns(ratings));
      const named = answers.map((answer, code) => [answer, estimates[code]!] as const);
      return [question, Object.fromEntries(named)];
    }),
  );
}

/** The kappa to read first: Cohen's for two, Fleiss' for more. Runs of one model count as one. */
export function leadingKappa({ families, matrix }: Agreement): 'cohen_kappa' | 'fleiss_kappa' {
  return (families.length || matrix.annotators.length) === 2 ? 'cohen_kappa' : 'fleiss_kappa';
}

/** Per question the word for its kappa; null where that has no value. */
export function kappaWords(result: Agreement): Readonly<Record<string, KappaBand | null>> {
  const name = leadingKappa(result);
  return Object.fromEntries(
    result.measured.questions.map(({ question, measures }) => [
      question,
      hasValue(measures[name]) ? kappaBand(measures[name].value) : null,
    ]),
  );
}

function mismatchedUnits(
  ratings: readonly Ratings[],
  units: number,
  annotators: number,
): readonly number[] {
  return [...Array.from({ length: units }).keys()].filter((unit) =>
    ratings.some(({ codes }) => differs(codes, unit * annotators, annotators)),
  );
}

/** True when two of the given answers differ; answers that are missing differ from none. */
function differs(codes: Ratings['codes'], start: number, count: number): boolean {
  let first = -1;
  for (let at = start; at < start + count; at += 1) {
    const code = codes[at]!;
    if (code < 0) continue;
    if (first >= 0 && code !== first) return true;
    first = code;
  }
  return false;
}

function confusions(rated: readonly QuestionRatings[]): Agreement['confusion'] {
  return Object.fromEntries(
    rated.map(({ question, ratings }) => {
      const names = scaleAnswers(question.scale).map(String);
      const table = confusionTable(confusion(ratings));
      const pairs = names.flatMap((from, row) =>
        names.map((to, column) => [`${from}->${to}`, table[row]![column]!]),
      );
      return [question.id, Object.fromEntries(pairs)];
    }),
  );
}

function gateFiguresOf(measured: TaskAgreement, matrix: JudgmentMatrix): GateFigures {
  return {
    questions: measured.questions.map((one) => one.question),
    overall: (measure, how) => measured.overall(measure, how),
    question: (measure, question) => {
      const found = measured.questions.find((one) => one.question === question);
      return found?.measures[measure] ?? noValue(codedText('not-measured', { question }));
    },
    key: (measure) => measured.overall(measure, 'macro'),
    quotas: () => {
      const wanted = matrix.size * matrix.annotators.length;
      let given = 0;
      for (let unit = 0; unit < matrix.size; unit += 1)
        for (let at = 0; at < matrix.annotators.length; at += 1)
          given += Number(matrix.placeOf(unit, at) !== null);
      return { wanted, given };
    },
  };
}

/** Too few units for the round, or for a pilot if the round names no number; units left out. */
function sizeWarnings(
  matrix: JudgmentMatrix,
  round: Round | null,
  chosen: ChosenTask,
): readonly CodedText[] {
  const warnings: CodedText[] = [];
  const { compared, size, overlap } = matrix;
  const { rounds } = chosen.loaded.protocol;
  const pilot = rounds.find((one) => one.kind === 'pilot' && one.task === chosen.task.id);
  const asking = round?.units == null ? pilot : round;
  if (asking?.units != null && compared < asking.units) {
    const { kind, id, units: asked } = asking;
    warnings.push(codedText('below-round-size', { kind, compared, round: id, asked }));
  }
  const { common } = overlap;
  const left = Object.entries(overlap.only)
    .filter(([, count]) => count > 0)
    .map(([annotator, count]) => codedText('left-of', { count, annotator }));
  if (size === common && left.length > 0) warnings.push(codedText('only-common', { common, left }));
  if (compared < size) warnings.push(codedText('judged-once', { count: size - compared }));
  return warnings;
}
