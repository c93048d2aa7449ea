import { useId } from 'react';
import { Icon } from '../../../components/Icon.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { ActionBadge, shortcutsOf, useActionKeys } from '../../judging/annotate/action-keys.tsx';
import { annotateTexts } from '../../judging/annotate/texts.ts';
import { isSourceSet, readSources } from './citations.ts';
import { useFieldTitle } from './FieldBlock.tsx';
import { SourceList } from './SourceSet.tsx';
import { UnitText } from './UnitText.tsx';
import styles from './unit.module.css';

/**
 * A part that is not needed to judge, and could colour the judgment. Opening it is recorded, and
 * the page says so beforehand.
 */
export function FoldedPart({
  field,
  text,
  isOpen,
  onToggle,
}: Readonly<{ field: string; text: string; isOpen: boolean; onToggle: () => void }>) {
  const texts = useTexts(annotateTexts).folded;
  const title = useFieldTitle()(field);
  const id = useId();
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
        {!isOpen ? null : isSourceSet(text) ? (
          <SourceList sources={readSources(text)} />
        ) : (
          <UnitText text={text} />
        )}
      </div>
    </section>
  );
}
