import type { CodedText } from '../../domain/coded-text.ts';
import { codedText } from '../../domain/text-values.ts';
import type { UnitTable } from '../../formats/units/unit-table.ts';

/** What was left aside while units were read. */
export function unitNotes({ leftAside }: UnitTable): readonly CodedText[] {
  const { withoutId, repeated, elsewhere, undated } = leftAside;
  const notes = [
    codedText('units-without-id', { count: withoutId }),
    codedText('units-repeated', { count: repeated }),
    codedText('units-elsewhere', { count: elsewhere }),
    codedText('units-undated', { count: undated }),
  ];
  return notes.filter(({ values }) => values['count'] !== 0);
}
