import { useId } from 'react';
import type { ReactNode } from 'react';
import { useTexts } from '../../../texts/define-texts.ts';
import { annotateTexts } from '../../judging/annotate/texts.ts';
import { fieldText, fieldWords } from './field-value.ts';
import styles from './unit.module.css';

/** The title of a field: in the words of the scene where it has some, else made from its name. */
export function useFieldTitle(): (field: string) => string {
  const { fields } = useTexts(annotateTexts);
  return (field) =>
    Object.hasOwn(fields, field)
      ? (fields as Readonly<Record<string, string>>)[field]!
      : fieldWords(field);
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

/** Short facts in two columns. */
export function Facts({
  facts,
}: Readonly<{ facts: readonly { readonly field: string; readonly value: unknown }[] }>) {
  const title = useFieldTitle();
  return (
    <dl className={styles.facts}>
      {facts.map(({ field, value }) => (
        <div key={field}>
          <dt>{title(field)}</dt>
          <dd>{Array.isArray(value) ? <List values={value} /> : fieldText(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function List({ values }: { readonly values: readonly unknown[] }) {
  return (
    <ul className={styles.values}>
      {values.map((value) => (
        <li key={fieldText(value)}>{fieldText(value)}</li>
      ))}
    </ul>
  );
}
