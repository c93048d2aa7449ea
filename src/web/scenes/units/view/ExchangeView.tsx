import { useId, useMemo } from 'react';
import { citationPattern } from '../../../../domain/protocol/citation-pattern.ts';
import { Icon } from '../../../components/Icon.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { ActionBadge, shortcutsOf, useActionKeys } from '../../judging/annotate/action-keys.tsx';
import { annotateTexts } from '../../judging/annotate/texts.ts';
import { AnswerText, CitationLine, SourceList } from './SourceList.tsx';
import { isSourceSet, readSources } from './citations.ts';
import { fieldText } from './field-value.ts';
import { FieldBlock, PlaceLine, UnitText, useFieldTitle } from './UnitParts.tsx';
import type { UnitViewProps } from './UnitView.tsx';
import styles from './unit.module.css';

/**
 * What was asked, found and answered, as far as the task shows it. Hints come only from the parts
 * that everybody sees, never from a folded one.
 */
export function ExchangeView({ task, fields, opened, onToggle }: UnitViewProps) {
  const title = useFieldTitle(task.unit);
  const { show, folded } = task.unit;
  const context = show.find((field) => isSourceSet(fieldText(fields[field]))) ?? null;
  const { citation } = task.unit;
  const pattern = useMemo(() => (citation === null ? null : citationPattern(citation)), [citation]);
  const sources = useMemo(
    () => (context === null ? null : readSources(fieldText(fields[context]), pattern)),
    [context, fields, pattern],
  );
  // The place stands beside the text that it is the place of; without such a text, above everything.
  const placed = show.find((field) => field !== context && !isAsked(field) && !isAnswer(field));
  return (
    <article className={styles.reading}>
      {placed === undefined ? <PlaceLine task={task} fields={fields} /> : null}
      {show.map((field) => {
        const text = fieldText(fields[field]);
        if (field === context)
          return (
            <FieldBlock key={field} title={title(field)}>
              <SourceList sources={sources ?? []} />
            </FieldBlock>
          );
        if (isAsked(field))
          return (
            <FieldBlock key={field} title={title(field)} look="query">
              <UnitText text={text} look="query" />
            </FieldBlock>
          );
        const answers = isAnswer(field);
        return (
          <FieldBlock
            key={field}
            title={title(field)}
            look="sheet"
            aside={field === placed ? <PlaceLine task={task} fields={fields} /> : undefined}
          >
            {answers && text.trim() !== '' ? (
              <AnswerText text={text} sources={sources} pattern={pattern} />
            ) : (
              <UnitText text={text} />
            )}
            {answers && sources !== null && pattern !== null ? (
              <CitationLine answer={text} sources={sources} pattern={pattern} />
            ) : null}
          </FieldBlock>
        );
      })}
      {folded.map((field) => (
        <FoldedPart
          key={field}
          field={field}
          title={title(field)}
          text={fieldText(fields[field])}
          isOpen={opened.includes(field)}
          onToggle={() => onToggle(field)}
        />
      ))}
    </article>
  );
}

function isAsked(field: string): boolean {
  return /query|question|prompt/i.test(field);
}

function isAnswer(field: string): boolean {
  return /answer|response|reply/i.test(field);
}

interface FoldedPartProps {
  readonly field: string;
  readonly title: string;
  readonly text: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** Not needed to judge, and might bias the judgment. Opening it is recorded; the page says so. */
function FoldedPart({ field, title, text, isOpen, onToggle }: FoldedPartProps) {
  const texts = useTexts(annotateTexts).folded;
  const id = useId();
  const content = isSourceSet(text) ? (
    <SourceList sources={readSources(text)} />
  ) : (
    <UnitText text={text} />
  );
  return (
    <section className={styles.folded} data-open={isOpen} data-folded={field}>
      <button
        type="button"
        className={styles.fold}
        aria-expanded={isOpen}
        aria-controls={id}
        {...shortcutsOf(useActionKeys('openFolded'))}
        onClick={onToggle}
      >
        <Icon name={isOpen ? 'down' : 'right'} size={13} />
        <span>{isOpen ? texts.close(title) : texts.open(title)}</span>
        <ActionBadge name="openFolded" />
        <small>{isOpen ? texts.wasRecorded : texts.recorded}</small>
      </button>
      <div id={id} hidden={!isOpen} className={styles.unfolded}>
        {isOpen ? content : null}
      </div>
    </section>
  );
}
