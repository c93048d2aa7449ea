import { measureText } from '../../domain/agreement/measure.ts';
import type { MeasureName } from '../../domain/agreement/measure.ts';
import type { CodedText } from '../../domain/coded-text.ts';
import { inEnglish } from '../../domain/english.ts';
import { gateOutcome } from '../../domain/rounds/gate-status.ts';
import type { GateOutcome, GateStatus } from '../../domain/rounds/gate-status.ts';
import { groupBy } from '../../domain/group-by.ts';
import { gateText } from '../../domain/rounds/gate-text.ts';
import type { AgreementFigures } from '../agreement-figures.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import type { Figures, RunFigure } from '../figures.ts';
import { counted, decimal, estimate, grouped, plain, table } from './cells.ts';
import type { ReportCell, ReportTable } from './report.ts';

/** A condition of a round with its result, as a run was measured by it. */
export type RunCheck = RunFigure['checks'][number];

/** A gate of a run in words, with all of its checks. */
export interface StatedGate {
  /** What it asks: `Fleiss’ κ at least 0.60 on every question`. */
  readonly title: string;
  /** As the protocol writes it. */
  readonly code: string;
  readonly value: ReportCell;
  readonly result: ReportCell;
}

/** Where a run stands in `figures.json`. */
export function runPlace({ rounds }: Pick<Figures, 'rounds'>, run: RunFigure): string {
  return `rounds.${rounds.indexOf(run)}`;
}

/** What a run is called: `pilot`, or `pilot, attempt 2`. */
export function runTitle({ round, attempt }: Pick<RunFigure, 'round' | 'attempt'>): string {
  return attempt === 1 ? round : `${round}, attempt ${attempt}`;
}

/** The gates of a run, each with its value, interval and result; those of single people are not. */
export function statedGates(figures: Figures, run: RunFigure): readonly StatedGate[] {
  const shared = run.checks.filter((check) => isOwn(check) && check.annotator === undefined);
  return [...groupBy(shared, (check) => check.gate)].map(([code, checks]) => {
    const [only] = checks;
    const title = gateTitle(code);
    if (checks.length === 1)
      return { title, code, value: checkCell(figures, run, only!), result: gateMark(only!) };
    return { title, code, value: lowestCell(figures, run, checks), result: togetherMark(checks) };
  });
}

/** The gates of some runs, each with its value and result. */
export function gateTable(
  figures: Figures,
  runs: readonly RunFigure[],
  caption: string,
): ReportTable {
  const rows = runs.flatMap((run) => {
    const name = {
      text: runTitle(run),
      note: `guideline ${run.guideline}, ${counted(run.units, 'unit')}`,
    };
    const gates = statedGates(figures, run);
    if (gates.length === 0) return [[name, plain('No gate'), plain(''), plain('')]];
    return gates.map(({ title, code, value, result }) => [
      name,
      { text: title, note: code },
      value,
      result,
    ]);
  });
  return table(caption, ['Round', 'Gate', '#Value', 'Result'], rows);
}

/** Whether the protocol asks for it; else it follows from a later version of the protocol. */
function isOwn({ measure }: RunCheck): boolean {
  return measure !== 'version';
}

/** Checks that a later version of the protocol added, such as that the guideline is the same. */
export function laterChecks({ checks }: RunFigure): readonly RunCheck[] {
  return checks.filter((check) => !isOwn(check) && !check.waived);
}

/** A gate as a sentence; one that has none, as the protocol writes it. */
export function gateTitle(code: string): string {
  const text = gateText(code);
  return typeof text === 'string' ? text : inEnglish(text);
}

/** What a measure is called, by what it was computed from. */
export function measureName(
  agreement: Pick<AgreementFigures, 'overall'> | null,
  measure: MeasureName,
): string {
  const found = agreement?.overall.find((one) => one.measure === measure);
  return inEnglish(found?.name ?? measureText(measure));
}

/** The value that a check compares, with its interval where the release has one. */
function checkCell(figures: Figures, run: RunFigure, check: RunCheck): ReportCell {
  const place = `${runPlace(figures, run)}.checks.${run.checks.indexOf(check)}.actual`;
  const text = check.actual === null ? '–' : decimal(check.actual);
  const found = measured(run, check);
  const note = found?.value == null ? `n = ${grouped(check.n)}` : estimate(found).note!;
  return { text, note, figure: place };
}

/** The estimate behind a check of agreement. */
function measured({ agreement }: RunFigure, { measure, scope }: RunCheck): Estimate | undefined {
  const name = measure.replace(/\.low$/, '');
  if (agreement === null) return undefined;
  const { question } = scope.values as { readonly question?: string };
  if (scope.code === 'scope-question')
    return agreement.questions.find((one) => one.question === question)?.measures[
      name as MeasureName
    ];
  return agreement.overall.find((one) => one.measure === name && scope.code === `scope-${one.how}`)
    ?.estimate;
}

function lowestCell(figures: Figures, run: RunFigure, checks: readonly RunCheck[]): ReportCell {
  const [lowest] = checks.toSorted(byValue);
  return checkCell(figures, run, lowest!);
}

function byValue(a: RunCheck, b: RunCheck): number {
  return (a.actual ?? -2) - (b.actual ?? -2);
}

/** What a gate came to, in words and in tone, with the reason where there is no value. */
export function gateMark({ status, waived, why }: GateResult): ReportCell {
  const note = why === undefined ? {} : { note: inEnglish(why) };
  return { ...gateMarks[gateOutcome(status, waived)], ...note };
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

function togetherMark(checks: readonly RunCheck[]): ReportCell {
  const passed = checks.filter(({ status }) => status === 'PASS').length;
  const worst =
    checks.find(({ status, waived }) => status === 'FAIL' && !waived) ??
    checks.find(({ status, waived }) => status !== 'PASS' && !waived) ??
    checks.find(({ status }) => status !== 'PASS') ??
    checks[0]!;
  const [lowest] = checks.toSorted(byValue);
  const { text, tone } = gateMark(worst);
  const note = `${passed} of ${checks.length}; lowest: ${inEnglish(lowest!.scope)}`;
  return { text, tone: tone!, note };
}
