import { NativeSelect } from '@mantine/core';
import type { ProjectDraft } from '../../../../formats/protocol/drafted-protocol.ts';
import type { ColumnsReply } from '../../../../server/routes/protocol/new-project.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { rowNumber } from '../../../../formats/units/guess-columns.ts';
import type { PartProps } from './DraftPart.tsx';
import { createTexts } from './texts.ts';
import styles from './create.module.css';

const uses = ['none', 'id', 'show', 'context', 'subject', 'date'] as const;
type Use = (typeof uses)[number];

interface ColumnsPartProps extends PartProps<ProjectDraft> {
  readonly read: ColumnsReply;
}

/** Every column with some of what it holds, and what it is used as. */
export function ColumnsPart({ draft, change, read }: ColumnsPartProps) {
  const texts = useTexts(createTexts);
  const named = read.columns.find(({ name }) => name === draft.id);
  return (
    <div className={styles.stack}>
      <ul className={styles.columns}>
        {read.columns.map(({ name, samples }) => (
          <li key={name} className={styles.columnRow} data-use={useOf(draft, name)}>
            <div className={styles.columnWords}>
              <span className={styles.columnName}>{name}</span>
              <span className={styles.samples}>{samples.join(' · ')}</span>
            </div>
            <NativeSelect
              aria-label={`${texts.use}: ${name}`}
              value={useOf(draft, name)}
              data={uses.map((use) => ({ value: use, label: texts.uses[use] }))}
              onChange={(event) => change(withUse(draft, name, event.currentTarget.value as Use))}
            />
          </li>
        ))}
      </ul>
      {draft.id === rowNumber ? <p className={styles.soft}>{texts.numbered}</p> : null}
      {named !== undefined && !named.is_unique ? (
        <p className={styles.bad} role="alert">
          {texts.notUnique}
        </p>
      ) : null}
    </div>
  );
}

function useOf(draft: ProjectDraft, name: string): Use {
  if (draft.id === name) return 'id';
  if (draft.show.includes(name)) return 'show';
  if (draft.context.includes(name)) return 'context';
  if (draft.subject === name) return 'subject';
  return draft.date === name ? 'date' : 'none';
}

function withUse(draft: ProjectDraft, name: string, use: Use): Partial<ProjectDraft> {
  const free = {
    id: draft.id === name ? rowNumber : draft.id,
    show: draft.show.filter((one) => one !== name),
    context: draft.context.filter((one) => one !== name),
    subject: draft.subject === name ? '' : draft.subject,
    date: draft.date === name ? '' : draft.date,
  };
  if (use === 'none') return free;
  if (use === 'show' || use === 'context') return { ...free, [use]: [...free[use], name] };
  return { ...free, [use]: name };
}
