import { useTexts } from '../../../texts/define-texts.ts';
import { annotateTexts } from '../../judging/annotate/texts.ts';
import { fieldText } from './field-value.ts';
import { PlaceLine, UnitText, useFieldTitle } from './UnitParts.tsx';
import type { UnitViewProps } from './UnitView.tsx';
import styles from './unit.module.css';

/** A text between its neighbours, with its place in the document. */
export function ChunkView({ task, fields }: UnitViewProps) {
  const texts = useTexts(annotateTexts);
  const title = useFieldTitle(task.unit);
  const { context, show } = task.unit;
  const before = context.filter((field) => !isAfter(field, context));
  const after = context.filter((field) => isAfter(field, context));
  return (
    <article className={styles.reading}>
      <PlaceLine task={task} fields={fields} />
      {before.map((field) => (
        <Neighbour key={field} title={texts.neighbour.before} text={fieldText(fields[field])} />
      ))}
      {show.map((field) => (
        <section key={field} className={styles.chunk} aria-label={title(field)}>
          {show.length === 1 ? null : <h2 className={styles.blockTitle}>{title(field)}</h2>}
          <UnitText text={fieldText(fields[field])} />
        </section>
      ))}
      {after.map((field) => (
        <Neighbour key={field} title={texts.neighbour.after} text={fieldText(fields[field])} />
      ))}
    </article>
  );
}

function Neighbour({ title, text }: { readonly title: string; readonly text: string }) {
  if (text === '') return null;
  return (
    <section className={styles.neighbour} aria-label={title}>
      <h2 className={styles.blockTitle}>{title}</h2>
      <p>{text}</p>
    </section>
  );
}

/** The names say which side a neighbour is on; where they do not, the second half comes after. */
function isAfter(field: string, context: readonly string[]): boolean {
  if (/next|after|follow|nach/i.test(field)) return true;
  if (/prev|before|vor/i.test(field)) return false;
  return context.indexOf(field) >= context.length / 2;
}
