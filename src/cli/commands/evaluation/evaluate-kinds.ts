import { refuse } from '../../../domain/fault.ts';
import { evaluateRun, reportRun } from '../../../operations/evaluation/evaluate-run.ts';
import type { RunRequest } from '../../../operations/evaluation/evaluate-run.ts';
import { evaluateClasses } from '../../../operations/evaluation/evaluate-classes.ts';
import type { ClassRequest } from '../../../operations/evaluation/evaluate-classes.ts';
import {
  classContent,
  labelContent,
  plainContent,
  runContent,
} from '../../../operations/evaluation/report/evaluation-contents.ts';
import type { ContentNames } from '../../../operations/evaluation/report/evaluation-contents.ts';
import type { RagFamily } from '../../../operations/evaluation/results.ts';
import { evaluateRag } from '../../../operations/evaluation/evaluate-rag.ts';
import { evaluateRules } from '../../../operations/evaluation/evaluate-rules.ts';
import type { OpenedRelease } from '../../../operations/evaluation/release/open-release.ts';
import { judgmentFormats } from '../../../operations/evaluation/named-measures.ts';
import type { JudgmentsFormat } from '../../../operations/evaluation/named-measures.ts';
import { evaluateTable } from '../../../operations/evaluation/evaluate-table.ts';
import type { TableRequest } from '../../../operations/evaluation/evaluate-table.ts';
import {
  labelLimits,
  limitReports,
  limitedMeasures,
} from '../../../operations/evaluation/fail-under.ts';
import { positiveWhole } from '../../options.ts';
import { print } from '../../output.ts';
import type { ExitCode } from '../../output.ts';
import { classJson, classReport } from './class-report.ts';
import { limitLines } from './measure-table.ts';
import { plainJson, plainReport } from './plain-report.ts';
import type { PlainEvaluation } from './plain-report.ts';
import { printResult } from './release-truth.ts';
import type { ReleaseOptions, ShownResult } from './release-truth.ts';
import { runJson, runReport } from './run-report.ts';
import { tableJson, tableReport } from './table-report.ts';

/** What `assay evaluate` was called with. */
export interface Options extends ReleaseOptions {
  /** The truth of a release that the guard let through. */
  readonly opened?: OpenedRelease;
  readonly qrels?: string;
  readonly run?: string;
  readonly truth?: string;
  readonly predictions?: string;
  readonly id: string;
  readonly labels?: readonly string[];
  readonly class?: string;
  readonly rag?: RagFamily;
  readonly k: readonly string[];
  readonly rules?: true;
  readonly order?: readonly string[];
  readonly threshold: number;
  readonly chance?: string;
  readonly subject?: string;
  readonly compare?: string[];
  readonly measures?: string;
  readonly perQuery?: true;
  readonly complete?: true;
  readonly level?: number;
  readonly depth?: number;
  readonly judgedOnly?: true;
  readonly collection?: number;
  readonly empty: 'skip' | 'zero';
  readonly format: 'table' | 'trec_eval';
  readonly judgments: JudgmentsFormat;
  readonly reference?: string;
  readonly overVotes?: string | true;
  readonly slice?: string;
  readonly queries?: string;
  readonly failUnder?: string;
  readonly strict?: true;
  readonly seed: number;
  readonly resamples: number;
  readonly json?: true;
  readonly html?: string;
}

/** A file of votes; the release's own are one too. */
function votesOf({ overVotes }: Options): string | null {
  return typeof overVotes === 'string' ? overVotes : null;
}

function show(options: Options, measures: Iterable<string>, result: ShownResult): Promise<void> {
  const { opened = null, json, html = null } = options;
  return printResult(opened, measures, { isJson: json === true, html }, result);
}

/** How the page names things: systems by --system where it was given, else by their files. */
function namesOf(options: Options, files: readonly string[], truth: string): ContentNames {
  const { opened, system } = options;
  return {
    systems: system?.length === files.length ? system : files,
    truth: shownTruth(options, truth),
    slice: options.slice ?? null,
    textOf: opened?.textOf ?? (() => null),
  };
}

/** What the truth is called in a report. */
function shownTruth(options: Options, file: string): string {
  return options.opened?.report.release ?? file;
}

/** Predictions of labels. */
export async function evaluatePredictions(
  truth: string,
  predictions: string,
  options: Options,
): Promise<ExitCode> {
  if (options.format === 'trec_eval')
    refuse('usage', { reason: '--format trec_eval is for --qrels. Leave it out.' });
  const request: TableRequest = {
    truth,
    predictions,
    others: options.compare ?? [],
    id: options.id,
    unitColumn: options.opened?.unitColumn ?? null,
    labels: options.labels ?? null,
    level: options.level ?? 1,
    threshold: options.threshold,
    chance: options.chance ?? null,
    subject: options.subject ?? null,
    slice: options.slice ?? null,
    zeroes: options.empty === 'zero',
    measures: options.measures ?? null,
    votes: votesOf(options),
    seed: options.seed,
    resamples: options.resamples,
  };
  const evaluation = await evaluateTable(request);
  const { measures, labels } = evaluation.evaluation;
  const all = new Map([
    ...(evaluation.rankings ?? []),
    ...measures,
    ...labels.flatMap((one) => [...one.measures]),
  ]);
  const limits = labelLimits(options.failUnder ?? null, all);
  const reports = limitReports(limits, all, options.strict === true);
  const shown = { ...request, truth: shownTruth(options, truth) };
  const overall = [...(evaluation.rankings ?? new Map()).keys(), ...measures.keys()];
  const files = [predictions, ...request.others];
  await show(options, overall, {
    json: () => tableJson(request, evaluation, reports),
    text: () => tableReport(shown, evaluation, reports),
    content: () => labelContent(evaluation, namesOf(options, files, truth)),
  });
  return reports.every(({ isMet }) => isMet) ? 0 : 1;
}

/** A RAG system by the labels of its outputs. */
export async function evaluateAnswers(
  truth: string,
  family: RagFamily,
  options: Options,
): Promise<ExitCode> {
  const { seed, resamples } = options;
  const cutoffs = options.k.map(positiveWhole);
  const zeroes = options.empty === 'zero';
  const slice = options.slice ?? null;
  const others = options.compare ?? [];
  const chance = options.chance ?? null;
  const how = { truth, others, family, cutoffs, zeroes, slice, chance, seed, resamples };
  const found = await evaluateRag(how);
  const counts = { queries: found.queries, units: found.units };
  const title = `${shownTruth(options, truth)}: ${family}`;
  const systems = [others.length === 0 ? family : shownTruth(options, truth), ...others];
  return finish(title, { ...found, counts }, options, () =>
    plainContent(found, namesOf(options, systems, truth), 'rag', found.queries),
  );
}

/** Rules that were parsed from texts. */
export async function evaluateParsedRules(
  truth: string,
  predictions: string,
  options: Options,
): Promise<ExitCode> {
  const { id, seed, resamples } = options;
  const others = options.compare ?? [];
  const found = await evaluateRules({
    truth,
    predictions,
    others,
    id,
    chance: options.chance ?? null,
    seed,
    resamples,
  });
  const { sources, notPredicted, notTrue } = found;
  const counts = { sources, not_in_predictions: notPredicted, not_in_truth: notTrue };
  const title = `${predictions} against ${shownTruth(options, truth)}`;
  const all = { ...found, slices: null, counts };
  return finish(title, all, options, () =>
    plainContent(all, namesOf(options, [predictions, ...others], truth), 'rules', sources, {
      notPredicted,
      notTrue,
    }),
  );
}

async function finish(
  title: string,
  found: PlainEvaluation,
  options: Options,
  content: ShownResult['content'],
): Promise<ExitCode> {
  const limits = labelLimits(options.failUnder ?? null, found.measures);
  const reports = limitReports(limits, found.measures, options.strict === true);
  await show(options, found.measures.keys(), {
    json: () => plainJson(found, reports),
    text: () => plainReport(title, found, reports),
    content,
  });
  return reports.every(({ isMet }) => isMet) ? 0 : 1;
}

/** One class, or one verdict, per unit. */
export async function evaluateVerdicts(
  truth: string,
  predictions: string,
  column: string,
  options: Options,
): Promise<ExitCode> {
  const verdicts = options.opened?.verdicts ?? null;
  const request: ClassRequest = {
    truth,
    predictions,
    others: options.compare ?? [],
    id: options.id,
    unitColumn: options.opened?.unitColumn ?? null,
    column,
    order: options.order ?? null,
    classes: options.opened?.classes ?? null,
    subject: options.subject ?? null,
    slice: options.slice ?? null,
    chance: options.chance ?? null,
    votes: votesOf(options),
    ...(verdicts === null ? {} : { unitsOf: verdicts.unitsOf }),
    zeroes: options.empty === 'zero',
    seed: options.seed,
    resamples: options.resamples,
  };
  const evaluation = await evaluateClasses(request);
  const limits = labelLimits(options.failUnder ?? null, evaluation.measures);
  const reports = limitReports(limits, evaluation.measures, options.strict === true);
  const shown = { ...request, truth: shownTruth(options, truth) };
  const files = [predictions, ...request.others];
  const kind = verdicts === null ? 'classes' : 'verdicts';
  await show(options, evaluation.measures.keys(), {
    json: () => classJson(evaluation, reports, verdicts),
    text: () => classReport(shown, evaluation, reports, verdicts),
    content: () => classContent(evaluation, namesOf(options, files, truth), kind),
  });
  return reports.every(({ isMet }) => isMet) ? 0 : 1;
}

/** A ranking against relevance judgments. */
export async function evaluateRankings(
  qrels: string,
  run: string,
  options: Options,
): Promise<ExitCode> {
  const isTrec = options.format === 'trec_eval';
  if (options.slice !== undefined && options.queries === undefined)
    refuse('usage', { reason: 'Pass --queries with the table that has the field of --slice.' });
  const limits = limitedMeasures(options.failUnder ?? null);
  if (options.reference !== undefined && (!isTrec || options.json === true))
    refuse('usage', { reason: 'Pass --format trec_eval with --reference, without --json.' });
  const { usual, trec } = judgmentFormats[options.judgments];
  const asked = options.measures ?? (isTrec ? trec : usual);
  const request: RunRequest = {
    qrels,
    run,
    judgments: options.judgments,
    others: options.compare ?? [],
    measures: [asked, ...limits.map(({ measure }) => measure)].join(','),
    level: options.level ?? 1,
    complete: options.complete === true,
    depth: options.depth ?? null,
    judgedOnly: options.judgedOnly === true,
    collection: options.collection ?? null,
    zeroes: options.empty === 'zero' || isTrec,
    votes: votesOf(options),
    slice: options.slice ?? null,
    queries: options.queries ?? null,
    chance: options.chance ?? null,
    seed: options.seed,
    resamples: options.resamples,
  };
  const isPlain = isTrec && options.json !== true;
  const printed = { perQuery: options.perQuery === true, reference: options.reference ?? null };
  if (isPlain) print(await reportRun({ ...request, measures: asked }, printed));
  if (isPlain && limits.length === 0 && options.html === undefined) return 0;
  const evaluation = await evaluateRun(request);
  const reports = limitReports(limits, evaluation.measures, options.strict === true);
  const shown = { perQuery: options.perQuery === true, trecNames: isTrec };
  const named = { ...request, qrels: shownTruth(options, qrels) };
  const files = [run, ...request.others];
  await show(options, evaluation.measures.keys(), {
    json: () => runJson(request, evaluation, reports, shown),
    text: () => (isPlain ? limitLines(reports) : runReport(named, evaluation, reports, shown)),
    content: () => runContent(evaluation, namesOf(options, files, qrels)),
  });
  return reports.every(({ isMet }) => isMet) ? 0 : 1;
}
