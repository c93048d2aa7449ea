import { Facts, FieldBlock, useFieldTitle } from './FieldBlock.tsx';
import { fieldShape, fieldText } from './field-value.ts';
import { PlaceLine } from './PlaceLine.tsx';
import { TextLines } from './TextLines.tsx';
import { NoText } from './UnitText.tsx';
import type { UnitViewProps } from './UnitView.tsx';
import styles from './unit.module.css';

/** A text with what is known about it. */
export function PlainView({ task, fields }: UnitViewProps) {
  const title = useFieldTitle();
  const { show } = task.unit;
  const facts =
    show.length === 1
      ? []
      : show.filter((field) => ['fact', 'list'].includes(fieldShape(fields[field])));
  const prose = show.filter(
    (field) => !facts.includes(field) && fieldShape(fields[field]) !== 'none',
  );
  return (
    <article className={styles.reading}>
      <PlaceLine task={task} fields={fields} />
      {facts.length === 0 ? null : (
        <Facts facts={facts.map((field) => ({ field, value: fields[field] }))} />
      )}
      {prose.map((field) => (
        <FieldBlock key={field} title={title(field)} look="sheet">
          <TextLines text={fieldText(fields[field])} />
        </FieldBlock>
      ))}
      {facts.length === 0 && prose.length === 0 ? <NoText /> : null}
    </article>
  );
}
