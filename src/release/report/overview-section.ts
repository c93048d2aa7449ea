import { measureText } from '../../domain/agreement/measure.ts';
import type { MeasureName } from '../../domain/agreement/measure.ts';
import { hasTruth, standingTexts, sumOfAccounts } from '../../domain/fold/account.ts';
import type { StandingName } from '../../domain/fold/standing.ts';
import type { CodedText } from '../../domain/coded-text.ts';
import { inEnglish } from '../../domain/english.ts';
import { gateOutcome } from '../../domain/rounds/gate-status.ts';
import type { GateOutcome, GateStatus } from '../../domain/rounds/gate-status.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import type { Figures, RunFigure } from '../figures.ts';
import type { GateCheck } from '../../truth/rounds/gate-report.ts';
import { gateSentence } from './figure-words.ts';
import { count, counted, day, decimal, estimate, grouped, plain, table } from './cells.ts';
import type { IntervalChart, ReportBlock, ReportCell, ReportSection } from './report.ts';

/**
 * The first page, for somebody who reads no other: what this is, how much of it there is, whether
 * the gates passed and at which values, and what to be careful about.
 */
export function overviewSection(figures: Figures): ReportSection {
  return {
    id: 'overview',
    title: 'At a glance',
    blocks: [
      { kind: 'text', text: whatItIs(figures) },
      { kind: 'facts', facts: facts(figures) },
      ...gateBlocks(figures),
      ...decidingRuns(figures).flatMap((run) => chartOf(figures, run)),
      ...careful(figures),
    ],
  };
}

/** The last closed run of every task that decides about its truth: full if there is one. */
export function decidingRuns({ rounds }: Figures): readonly RunFigure[] {
  const tasks = [...new Set(rounds.map((run) => run.task))];
  return tasks.flatMap((task) => {
    const own = rounds.filter((run) => run.task === task && run.agreement !== null);
    const full = own.findLast((run) => run.kind === 'full');
    const run = full ?? own.at(-1);
    return run === undefined ? [] : [run];
  });
}

/** Where a run stands in `figures.json`. */
export function runPlace({ rounds }: Figures, run: RunFigure): string {
  return `rounds.${rounds.indexOf(run)}`;
}

/** What a run is called: `pilot`, or `pilot, attempt 2`. */
export function runTitle({ round, attempt }: Pick<RunFigure, 'round' | 'attempt'>): string {
  return attempt === 1 ? round : `${round}, attempt ${attempt}`;
}

function whatItIs({ title, version, counts, asOf, guideline, tasks }: Figures): string {
  const questions = tasks.reduce((sum, task) => sum + task.questions.length, 0);
  return (
    `Release ${version} of “${title}” holds the agreed answers to ` +
    `${counted(questions, 'question')} about ${counted(counts.released, 'unit')}, ` +
    `from ${counted(counts.judgments, 'judgment')} by ${counted(counts.annotators, 'annotator')} ` +
    `under guideline ${guideline}. The record ends on ${day(asOf)}. ` +
    'Every number in this report can be computed again from the judgments that are published ' +
    'with it: run “assay verify” on the folder, or press the button in report.html.'
  );
}

function facts({ counts, tasks }: Figures) {
  const left = counts.units - counts.released;
  return [
    { title: 'Units released', value: count(counts.released, 'counts.released') },
    { title: 'Not released', value: { text: grouped(left), ...whyLeft(tasks) } },
    { title: 'Judgments', value: count(counts.judgments, 'counts.judgments') },
    ...(counts.assisted === 0
      ? []
      : [{ title: 'Of these assisted', value: count(counts.assisted, 'counts.assisted') }]),
    { title: 'Rulings', value: count(counts.rulings, 'counts.rulings') },
    { title: 'Gates waived', value: count(counts.waivers, 'counts.waivers') },
  ];
}

function whyLeft(tasks: Figures['tasks']): Pick<ReportCell, 'note'> {
  const notes = standingTexts(sumOfAccounts(tasks.map(({ account }) => account)), isLeft);
  return notes.length === 0 ? {} : { note: notes.map(inEnglish).join(', ') };
}

function isLeft(standing: StandingName): boolean {
  return !hasTruth(standing);
}

/** The gates of the runs that decide, with their values. */
function gateBlocks(figures: Figures): readonly ReportBlock[] {
  const runs = decidingRuns(figures);
  const rows = runs.flatMap((run) => {
    const none = gateMark({ status: 'NONE', waived: false });
    if (run.checks.length === 0) return [[{ text: runTitle(run) }, plain('–'), plain('–'), none]];
    return run.checks.map((check, at) => [
      { text: runTitle(run) },
      gateCell(check),
      {
        text: check.actual === null ? '–' : decimal(check.actual),
        note: `n = ${grouped(check.n)}`,
        figure: `${runPlace(figures, run)}.checks.${at}.actual`,
      },
      gateMark(check),
    ]);
  });
  if (rows.length === 0) return [];
  const shown = rows.slice(0, mostGates);
  const rest = rows.length - shown.length;
  const more = `${counted(rest, 'further check')} in the chapter on rounds.`;
  return [
    table('Gates of the rounds that decide', ['Round', 'Gate', '#Value', 'Result'], shown),
    ...(rest === 0 ? [] : [{ kind: 'text' as const, text: more }]),
  ];
}

const mostGates = 6;

/** What a gate came to, in words and in tone, with the reason where there is no value. */
export function gateMark({ status, waived, why }: GateResult): ReportCell {
  const note = why === undefined ? {} : { note: inEnglish(why) };
  return { ...gateMarks[gateOutcome(status, waived)], ...note };
}

/** A gate as a sentence, with what the protocol writes and what it was taken over. */
export function gateCell({ gate, scope }: Pick<GateCheck, 'gate' | 'scope'>): ReportCell {
  return { text: gateSentence(gate), note: `${gate}; ${inEnglish(scope)}` };
}

const gateMarks: Readonly<Record<GateOutcome, ReportCell>> = {
  none: { text: 'No gate' },
  passed: { text: 'Passed', tone: 'good' },
  waived: { text: 'Waived', tone: 'warn' },
  failed: { text: 'Failed', tone: 'bad' },
  missing: { text: 'No value', tone: 'bad' },
  superseded: { text: 'Superseded', tone: 'warn' },
};

/** A gate, or all of a round. */
interface GateResult {
  readonly status: GateStatus;
  readonly waived: boolean;
  readonly why?: CodedText;
}

/** The measure that is shown first: what the gates ask for, else α. */
export function leadingMeasure(run: RunFigure): MeasureName {
  const available = Object.keys(run.agreement?.questions[0]?.measures ?? {});
  const gated = run.checks.map((check) => check.measure.replace(/\.low$/, ''));
  const found = gated.find((name) => name !== 'percent_agreement' && available.includes(name));
  return (found ?? 'krippendorff_alpha') as MeasureName;
}

/** What a measure is called in a run, by what it was computed from. */
export function measureName(run: RunFigure, measure: MeasureName): string {
  const found = run.agreement?.overall.find((one) => one.measure === measure);
  return inEnglish(found?.name ?? measureText(measure));
}

/** Agreement per question with intervals, as one chart. */
function chartOf(figures: Figures, run: RunFigure): readonly IntervalChart[] {
  const measure = leadingMeasure(run);
  const { questions } = run.agreement!;
  const titles = titlesOf(figures, run.task);
  const place = `${runPlace(figures, run)}.agreement.questions`;
  const rows = questions.map(({ question, measures }, at) => {
    const given = measures[measure]!;
    const [low, high] = given.value === null ? [null, null] : (given.interval ?? [null, null]);
    return {
      label: titles.get(question) ?? question,
      value: given.value,
      low,
      high,
      cell: estimate(given, `${place}.${at}.measures.${measure}`),
    };
  });
  if (rows.length === 0) return [];
  const bounds = rows.flatMap(({ value, low }) => [value ?? 1, low ?? 1]);
  const from = Math.max(-1, Math.floor(Math.min(0.5, ...bounds) * 10) / 10);
  const target = targetOf(run, measure);
  const name = measureName(run, measure);
  const said = rows.map(({ label, cell }) => `${label} ${cell.text} (${cell.note ?? ''})`);
  return [
    {
      kind: 'intervals',
      caption: `${name} in ${runTitle(run)}, with 95 % intervals`,
      alternative: `${name} per question: ${said.join('; ')}.`,
      range: [from, 1],
      target,
      rows,
    },
  ];
}

/** The questions of a task by their titles. */
export function titlesOf({ tasks }: Figures, task: string): ReadonlyMap<string, string> {
  const own = tasks.find((one) => one.task === task)?.questions ?? [];
  return new Map(own.map(({ question, title }) => [question, title]));
}

function targetOf(run: RunFigure, measure: MeasureName): number | null {
  const gates = run.checks.filter((one) => one.measure === measure);
  const perQuestion = gates.filter((one) => one.scope.code === 'scope-question');
  return (perQuestion.length > 0 ? perQuestion : gates).at(0)?.target ?? null;
}

/** What a reader should know before relying on the release. */
function careful(figures: Figures): readonly ReportBlock[] {
  const warnings = cautions(figures);
  if (warnings.length === 0) {
    const text = 'Nothing was waived, left out or changed after the first judgment.';
    return [{ kind: 'notice', tone: 'good', text }];
  }
  return [
    { kind: 'heading', text: 'What to be careful about' },
    { kind: 'list', items: warnings },
  ];
}

function cautions(figures: Figures): readonly string[] {
  const { simulated, allowOpen, waivers, ruleChanges, rounds, tasks, counts } = figures;
  const standing = waivers.filter((waiver) => waiver.withdrawn === null);
  const unmet = rounds.filter((run) => run.kind !== 'training' && !run.passed);
  const failed = unmet.filter((run) => run.status !== 'SUPERSEDED');
  const superseded = unmet.filter((run) => run.status === 'SUPERSEDED');
  const deciding = decidingRuns(figures);
  const weakest = deciding.flatMap((run) => belowTarget(figures, run));
  const ungated = deciding.flatMap((run) => weakWithoutTarget(figures, run));
  const rare = tasks.flatMap((task) =>
    task.labels.labels
      .filter((label) => label.flags.length > 0)
      .map((label) => titlesOf(figures, task.task).get(label.question) ?? label.question),
  );
  const twins = tasks.reduce((sum, task) => sum + (task.split?.acrossSides.length ?? 0), 0);
  return [
    ...(simulated ? ['The judgments are simulated. They show the method, not a result.'] : []),
    ...(counts.assisted === 0
      ? []
      : [
          `${counted(counts.assisted, 'judgment')} of ${grouped(counts.judgments)} were given ` +
            `with a suggestion by ${counts.assistedBy.join(', ')} in sight. They count towards ` +
            'the truth, but not towards agreement; the source of the suggestions must not be ' +
            'measured against it.',
        ]),
    ...(allowOpen === null ? [] : [`Units without a truth were left out: ${allowOpen}`]),
    ...standing.map(
      ({ gate, round, by, reason }) =>
        `${by} waived “${gateSentence(gate)}” (${gate}) of ${round}: ${reason}`,
    ),
    ...(ruleChanges.length === 0
      ? []
      : [`The rules changed ${counted(ruleChanges.length, 'time')} after judging had begun.`]),
    ...(failed.length === 0
      ? []
      : [`Rounds that missed their gates: ${failed.map(runTitle).join('; ')}.`]),
    ...(superseded.length === 0
      ? []
      : [
          'Rounds that a change of the guideline or the questions superseded: ' +
            `${superseded.map(runTitle).join('; ')}.`,
        ]),
    ...(weakest.length === 0 ? [] : [`Agreement below the target: ${weakest.join('; ')}.`]),
    ...(ungated.length === 0
      ? []
      : [`No gate asks for agreement here, and it is low: ${ungated.join('; ')}.`]),
    ...(rare.length === 0 ? [] : [`Too few or unusually many positives: ${rare.join(', ')}.`]),
    ...(twins === 0
      ? []
      : [`On both sides of the split: ${counted(twins, 'pair')} of nearly equal texts.`]),
  ];
}

function belowTarget(figures: Figures, run: RunFigure): readonly string[] {
  const target = targetOf(run, leadingMeasure(run));
  return target === null ? [] : agreementBelow(figures, run, target);
}

/** Where no gate sets a target, what Landis and Koch would call moderate at best. */
function weakWithoutTarget(figures: Figures, run: RunFigure): readonly string[] {
  return targetOf(run, leadingMeasure(run)) === null ? agreementBelow(figures, run, 0.6) : [];
}

function agreementBelow(figures: Figures, run: RunFigure, target: number): readonly string[] {
  const measure = leadingMeasure(run);
  const titles = titlesOf(figures, run.task);
  return run.agreement!.questions.flatMap(({ question, measures }) => {
    const { value } = measures[measure] as Estimate;
    if (value === null || value >= target) return [];
    return [`${titles.get(question) ?? question} ${decimal(value)}`];
  });
}
