import type { Task } from '../../../../domain/protocol/task.ts';
import type { UnitFields } from '../../../../domain/units/unit.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { annotateTexts } from '../../judging/annotate/texts.ts';
import { useFieldTitle } from './FieldBlock.tsx';
import { fieldShape, fieldText } from './field-value.ts';
import styles from './unit.module.css';

/** Where a unit stands in its source: what reads as a title as it is, the rest with its name. */
export function PlaceLine({ task, fields }: { readonly task: Task; readonly fields: UnitFields }) {
  const texts = useTexts(annotateTexts);
  const title = useFieldTitle();
  const { place, rank } = task.unit;
  const given = place.filter((field) => fieldShape(fields[field]) !== 'none');
  if (given.length === 0 && rank === null) return null;
  return (
    <p className={styles.place} role="note" aria-label={texts.place}>
      {given.map((field) => (
        <span key={field}>
          {isName(field) ? (
            <strong>{fieldText(fields[field])}</strong>
          ) : (
            `${title(field)} ${fieldText(fields[field])}`
          )}
        </span>
      ))}
      {rank === null || fields[rank] === undefined ? null : (
        <span>{texts.rank(fieldText(fields[rank]))}</span>
      )}
    </p>
  );
}

function isName(field: string): boolean {
  return /title|name/i.test(field);
}
