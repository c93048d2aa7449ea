import { useTexts } from '../../../texts/define-texts.ts';
import { annotateTexts } from '../../judging/annotate/texts.ts';
import { useFieldTitle } from './FieldBlock.tsx';
import { fieldText } from './field-value.ts';
import { PlaceLine } from './PlaceLine.tsx';
import { UnitText } from './UnitText.tsx';
import type { UnitViewProps } from './UnitView.tsx';
import styles from './unit.module.css';

/** A text between its neighbours, with its place in the document. */
export function ChunkView({ task, fields }: UnitViewProps) {
  const texts = useTexts(annotateTexts);
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
        <Shown
          key={field}
          field={field}
          text={fieldText(fields[field])}
          isAlone={show.length === 1}
        />
      ))}
      {after.map((field) => (
        <Neighbour key={field} title={texts.neighbour.after} text={fieldText(fields[field])} />
      ))}
    </article>
  );
}

function Shown({
  field,
  text,
  isAlone,
}: Readonly<{ field: string; text: string; isAlone: boolean }>) {
  const title = useFieldTitle();
  return (
    <section className={styles.chunk} aria-label={title(field)}>
      {isAlone ? null : <h2 className={styles.blockTitle}>{title(field)}</h2>}
      <UnitText text={text} />
    </section>
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
