import { useId } from 'react';
import type { ReactNode } from 'react';
import type { UnitShape } from '../../../../domain/protocol/task.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { annotateTexts } from '../../judging/annotate/texts.ts';
import { fieldShape, fieldText, fieldTitle } from './field-value.ts';
import type { UnitViewProps } from './UnitView.tsx';
import styles from './unit.module.css';

/** The title of a field: the protocol's, else a common word of the pages, else its name. */
export function useFieldTitle(unit: Pick<UnitShape, 'titles'> | undefined) {
  const common: Readonly<Record<string, string>> = useTexts(annotateTexts).fields;
  const language = useLanguage();
  return (field: string): string => fieldTitle(field, [unit?.titles ?? {}, common], language);
}

interface FieldBlockProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly aside?: ReactNode;
  readonly look?: 'plain' | 'query' | 'sheet';
}

/** A part of a unit with its title. */
export function FieldBlock({ title, children, aside, look = 'plain' }: FieldBlockProps) {
  const id = useId();
  return (
    <section className={styles.block} data-look={look} aria-labelledby={id}>
      <div className={styles.blockHead}>
        <h2 className={styles.blockTitle} id={id}>
          {title}
        </h2>
        {aside === undefined ? null : <div className={styles.blockAside}>{aside}</div>}
      </div>
      {children}
    </section>
  );
}

type UnitPartProps = Pick<UnitViewProps, 'task' | 'fields'>;

/** Short facts in two columns. */
export function Facts({ task, fields, names }: UnitPartProps & { names: readonly string[] }) {
  const title = useFieldTitle(task.unit);
  if (names.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {names.map((field) => (
        <div key={field}>
          <dt>{title(field)}</dt>
          <dd>{factValue(fields[field])}</dd>
        </div>
      ))}
    </dl>
  );
}

function factValue(value: unknown): ReactNode {
  if (!Array.isArray(value)) return fieldText(value);
  return (
    <ul className={styles.values}>
      {value.map(fieldText).map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

/** Where a unit is in its source: names and titles alone, everything else with its title. */
export function PlaceLine({ task, fields }: UnitPartProps) {
  const texts = useTexts(annotateTexts);
  const title = useFieldTitle(task.unit);
  const { place, rank } = task.unit;
  const given = place.filter((field) => fieldShape(fields[field]) !== 'none');
  if (given.length === 0 && rank === null) return null;
  return (
    <p className={styles.place} role="note" aria-label={texts.place}>
      {given.map((field) => (
        <span key={field}>
          {/title|name/i.test(field) ? (
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

/** A text of a unit. The page says if there is none: an empty card looks like a failure. */
export function UnitText({
  text,
  look = 'prose',
}: Readonly<{ text: string; look?: 'prose' | 'query' }>) {
  if (text.trim() === '') return <NoText />;
  return <p className={styles[look]}>{text}</p>;
}

/** Says that a unit has no text here. */
export function NoText() {
  return <p className={styles.nothing}>{useTexts(annotateTexts).nothing}</p>;
}
