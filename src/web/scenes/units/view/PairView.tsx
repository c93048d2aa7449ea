import { Facts, FieldBlock, useFieldTitle } from './FieldBlock.tsx';
import { fieldShape, fieldText } from './field-value.ts';
import { PlaceLine } from './PlaceLine.tsx';
import { TextLines } from './TextLines.tsx';
import { NoText, UnitText } from './UnitText.tsx';
import type { UnitViewProps } from './UnitView.tsx';
import styles from './unit.module.css';

/**
 * Something that is held against something else: what was asked stands above, what was found below
 * with its facts and its text.
 */
export function PairView({ task, fields }: UnitViewProps) {
  const title = useFieldTitle();
  const [asked, ...found] = task.unit.show;
  const heading = found.find(
    (field) => /^(title|name)$/i.test(field) && fieldShape(fields[field]) !== 'none',
  );
  const facts = found.filter(
    (field) => field !== heading && ['fact', 'list'].includes(fieldShape(fields[field])),
  );
  const prose = found.filter((field) => field !== heading && fieldShape(fields[field]) === 'prose');
  return (
    <article className={styles.reading}>
      {asked === undefined ? null : (
        <FieldBlock title={title(asked)} look="query">
          <UnitText text={fieldText(fields[asked])} look="query" />
        </FieldBlock>
      )}
      <PlaceLine task={task} fields={fields} />
      {heading === undefined ? null : (
        <h2 className={styles.foundTitle}>{fieldText(fields[heading])}</h2>
      )}
      {facts.length === 0 ? null : (
        <Facts facts={facts.map((field) => ({ field, value: fields[field] }))} />
      )}
      {prose.map((field) => (
        <FieldBlock key={field} title={title(field)}>
          <TextLines text={fieldText(fields[field])} />
        </FieldBlock>
      ))}
      {heading === undefined && facts.length === 0 && prose.length === 0 ? <NoText /> : null}
    </article>
  );
}
