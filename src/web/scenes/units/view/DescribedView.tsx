import { Facts, FieldBlock, NoText, PlaceLine, UnitText, useFieldTitle } from './UnitParts.tsx';
import { fieldShape, fieldText } from './field-value.ts';
import { TextLines } from './TextLines.tsx';
import type { UnitViewProps } from './UnitView.tsx';
import styles from './unit.module.css';

/** Something compared with something else: what was asked, and what was found with its facts. */
export function PairView({ task, fields }: UnitViewProps) {
  const title = useFieldTitle(task.unit);
  const [asked, ...found] = task.unit.show;
  const heading = found.find(
    (field) => /^(title|name)$/i.test(field) && fieldShape(fields[field]) !== 'none',
  );
  const rest = found.filter((field) => field !== heading);
  const facts = rest.filter((field) => ['fact', 'list'].includes(fieldShape(fields[field])));
  const prose = rest.filter((field) => fieldShape(fields[field]) === 'prose');
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
      <Facts task={task} fields={fields} names={facts} />
      {prose.map((field) => (
        <FieldBlock key={field} title={title(field)}>
          <TextLines text={fieldText(fields[field])} />
        </FieldBlock>
      ))}
      {heading === undefined && facts.length + prose.length === 0 ? <NoText /> : null}
    </article>
  );
}

/** A text with its facts. */
export function PlainView({ task, fields }: UnitViewProps) {
  const title = useFieldTitle(task.unit);
  const given = task.unit.show.filter((field) => fieldShape(fields[field]) !== 'none');
  const isFact = (field: string): boolean =>
    task.unit.show.length > 1 && fieldShape(fields[field]) !== 'prose';
  return (
    <article className={styles.reading}>
      <PlaceLine task={task} fields={fields} />
      <Facts task={task} fields={fields} names={given.filter(isFact)} />
      {given
        .filter((field) => !isFact(field))
        .map((field) => (
          <FieldBlock key={field} title={title(field)} look="sheet">
            <TextLines text={fieldText(fields[field])} />
          </FieldBlock>
        ))}
      {given.length === 0 ? <NoText /> : null}
    </article>
  );
}
