import { useMemo } from 'react';
import { AnswerText, CitationLine, SourceSet } from './SourceSet.tsx';
import { isSourceSet, readSources } from './citations.ts';
import { FieldBlock, useFieldTitle } from './FieldBlock.tsx';
import { fieldText } from './field-value.ts';
import { FoldedPart } from './FoldedPart.tsx';
import { PlaceLine } from './PlaceLine.tsx';
import { UnitText } from './UnitText.tsx';
import type { UnitViewProps } from './UnitView.tsx';
import styles from './unit.module.css';

/**
 * What was asked, found and answered, as far as the task shows it. What it folds away stays so
 * until it is opened, and takes no part in the hints: these come
 * from the parts that everybody sees.
 */
export function ExchangeView({ task, fields, opened, onToggle }: UnitViewProps) {
  const title = useFieldTitle();
  const { show, folded } = task.unit;
  const context = show.find((field) => isSourceSet(fieldText(fields[field]))) ?? null;
  const sources = useMemo(
    () => (context === null ? null : readSources(fieldText(fields[context]))),
    [context, fields],
  );
  return (
    <article className={styles.reading}>
      {show.map((field) => {
        const text = fieldText(fields[field]);
        if (field === context)
          return <SourceSet key={field} title={title(field)} sources={sources ?? []} />;
        if (isQuery(field)) {
          return (
            <FieldBlock key={field} title={title(field)} look="query">
              <UnitText text={text} look="query" />
            </FieldBlock>
          );
        }
        return (
          <FieldBlock
            key={field}
            title={title(field)}
            look="sheet"
            aside={isAnswer(field) ? undefined : <PlaceLine task={task} fields={fields} />}
          >
            {isAnswer(field) && text.trim() !== '' ? (
              <AnswerText text={text} sources={sources} />
            ) : (
              <UnitText text={text} />
            )}
            {isAnswer(field) && sources !== null ? (
              <CitationLine answer={text} sources={sources} />
            ) : null}
          </FieldBlock>
        );
      })}
      {folded.map((field) => (
        <FoldedPart
          key={field}
          field={field}
          text={fieldText(fields[field])}
          isOpen={opened.includes(field)}
          onToggle={() => onToggle(field)}
        />
      ))}
    </article>
  );
}

function isQuery(field: string): boolean {
  return /query|question|prompt/i.test(field);
}

function isAnswer(field: string): boolean {
  return /answer|response|reply/i.test(field);
}
