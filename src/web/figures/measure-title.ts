import { measureNames } from '../../domain/agreement/measure.ts';
import type { MeasureName } from '../../domain/agreement/measure.ts';
import { useTexts } from '../texts/define-texts.ts';
import { figureTexts } from './texts.ts';

/** The name of a measure as a reader knows it. */
export function useMeasureTitle(): (measure: string) => string {
  const { measures } = useTexts(figureTexts);
  return (measure) => (isMeasure(measure) ? measures[measure] : measure);
}

function isMeasure(name: string): name is MeasureName {
  return (measureNames as readonly string[]).includes(name);
}
