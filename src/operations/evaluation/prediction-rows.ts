import { fault, refuse } from '../../domain/fault.ts';
import { codedText, foundValue, oneOf } from '../../domain/text-values.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import { humanJudgmentsNeeded } from '../../statistics/evaluation/human-judgments-needed.ts';
import type { JudgmentsNeeded } from '../../statistics/evaluation/human-judgments-needed.ts';
import { poweredMoments } from '../../statistics/evaluation/powered-moments.ts';
import { predictionPoweredMean } from '../../statistics/evaluation/prediction-powered-mean.ts';
import type { PoweredOptions } from '../../statistics/evaluation/powered-moments.ts';
import type { PredictionPowered } from '../../statistics/evaluation/prediction-powered-mean.ts';
import { withRereadable } from '../rereadable-input.ts';
import { FaultList } from '../text-file.ts';
import type { Progress } from '../text-file.ts';
import { eachRow, rowFormat } from '../units/unit-file.ts';

/** A table with a human and a model value per unit. */
export interface PredictionRowsRequest extends PoweredOptions {
  readonly file: string;
  /** The width that the interval is to have. */
  readonly width: number;
  readonly progress?: Progress;
}

/** A mean from a table, and what a narrower interval would take. */
export interface PoweredRows {
  readonly powered: PredictionPowered;
  readonly needed: JudgmentsNeeded | null;
  /** Rows without a value of the model: they say nothing about its errors. */
  readonly skipped: number;
}

/**
 * A prediction-powered mean of a table, CSV or JSONL, with the columns `human` (empty where nobody
 * judged) and `model`: numbers, or yes and no.
 */
export function powerRows({
  file,
  width,
  progress,
  ...options
}: PredictionRowsRequest): PoweredRows {
  return withRereadable(file, (path) => {
    const found = new FaultList();
    const human: number[] = [];
    const model: number[] = [];
    const unjudged: number[] = [];
    let skipped = 0;
    let rows = 0;
    const take = (row: UnitFields, line: number): void => {
      if ((rows += 1) === 1) checkColumns(row, path);
      const [said, predicted] = [valueOf(row['human']), valueOf(row['model'])];
      for (const [field, value] of Object.entries({ human: said, model: predicted }))
        if (Number.isNaN(value)) {
          const expected = codedText('number-or-yes-no');
          const values = { field, got: foundValue(row[field]), expected };
          found.add(fault('wrong-value', values, { file: path, line }));
        }
      if (predicted === null) skipped += 1;
      else if (said === null) unjudged.push(predicted);
      else {
        human.push(said);
        model.push(predicted);
      }
    };
    found.gather(() => eachRow(path, rowFormat(path), take, found, progress));
    found.throwIfAny();
    const sample = { human, model, unjudged };
    const powered = predictionPoweredMean(sample, options);
    const { classical } = powered;
    const hasSpread = classical.value !== null && classical.interval !== null;
    const { confidence } = options;
    const needed = hasSpread
      ? humanJudgmentsNeeded(poweredMoments(sample), width, confidence)
      : null;
    return { powered, needed, skipped };
  });
}

function checkColumns(row: UnitFields, file: string): void {
  if ('human' in row && 'model' in row) return;
  const got = codedText('all-of', { list: oneOf(Object.keys(row)) });
  const expected = codedText('human-model-columns');
  // A JSONL row may leave out what nobody judged.
  if (!('model' in row)) refuse('unknown-format', { got, expected }, { file, line: 1 });
}

/** A number, 1 for yes and 0 for no; null when empty, NaN when it is something else. */
function valueOf(value: unknown): number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : Number.NaN;
  const text = String(value).trim().toLowerCase();
  if (text === '') return null;
  if (text === 'true' || text === 'yes') return 1;
  if (text === 'false' || text === 'no') return 0;
  const number = Number(text);
  return Number.isFinite(number) ? number : Number.NaN;
}
