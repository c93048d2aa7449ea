import { useTexts } from '../../../texts/define-texts.ts';
import { QuotableText } from '../../judging/annotate/evidence/QuotableText.tsx';
import { annotateTexts } from '../../judging/annotate/texts.ts';
import { fieldShape, fieldText } from './field-value.ts';
import { FieldBlock, PlaceLine, useFieldTitle } from './UnitParts.tsx';
import { quotedField } from './unit-kind.ts';
import type { UnitViewProps } from './UnitView.tsx';
import styles from './unit.module.css';

/** A text, and above it what was read from it, part by part. Selected words are quoted. */
export function RuleView({ task, fields, quoting }: UnitViewProps) {
  const texts = useTexts(annotateTexts);
  const title = useFieldTitle(task.unit);
  const source = quotedField(task) ?? '';
  const parts = task.unit.show.filter(
    (field) => field !== source && fieldShape(fields[field]) !== 'none',
  );
  return (
    <article className={styles.reading}>
      <PlaceLine task={task} fields={fields} />
      {task.unit.context.map((field) => (
        <h2 key={field} className={styles.foundTitle}>
          {fieldText(fields[field])}
        </h2>
      ))}
      <FieldBlock title={texts.rule} look="sheet">
        <dl className={styles.rule}>
          {parts.map((field) => (
            <div key={field}>
              <dt>{title(field)}</dt>
              <dd>{fieldText(fields[field])}</dd>
            </div>
          ))}
        </dl>
      </FieldBlock>
      <FieldBlock title={title(source)}>
        <QuotableText
          text={fieldText(fields[source])}
          markings={quoting?.markings ?? []}
          onSelect={quoting?.onSelect ?? null}
        />
      </FieldBlock>
    </article>
  );
}
