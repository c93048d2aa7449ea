import { measureNames, measureText } from '../../domain/agreement/measure.ts';
import type { MeasureName } from '../../domain/agreement/measure.ts';
import type { CodedText } from '../../domain/coded-text.ts';
import { useCodedSentence } from '../texts/error-sentence.ts';

/** The name of a measure: as it was computed, where `names` has that, else as readers know it. */
export function useMeasureTitle(
  names: Readonly<Record<string, CodedText>> = {},
): (measure: string) => string {
  const said = useCodedSentence();
  return (measure) => {
    const computed = names[measure];
    if (computed !== undefined) return said(computed);
    return isMeasure(measure) ? said(measureText(measure)) : measure;
  };
}

function isMeasure(name: string): name is MeasureName {
  return (measureNames as readonly string[]).includes(name);
}
