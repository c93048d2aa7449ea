import type { ImportReply } from '../../../server/routes/exchange/files.ts';
import { DataTable } from '../../components/DataTable.tsx';
import { Notice } from '../../components/Notice.tsx';
import { useTexts } from '../../texts/define-texts.ts';
import { useServerSentence } from '../../texts/error-sentence.ts';
import { useFormat } from '../../texts/format.ts';
import { filesTexts } from './texts.ts';
import styles from './files.module.css';

/** A change as the reply has it. */
interface Change {
  readonly line?: number | null;
  readonly unit?: string;
  readonly field?: string;
  readonly old?: unknown;
  readonly new?: unknown;
}

/** What came of an import, or would come of it, with the values that are changed on the way. */
export function ImportReport({ told }: { readonly told: ImportReply }) {
  const texts = useTexts(filesTexts);
  const format = useFormat();
  const sentence = useServerSentence();
  const skipped = Object.entries(told.skipped).map(
    ([why, count]) => `${why}: ${format.count(count)}`,
  );
  const counts = [format.count(told.inserted), format.count(told.unchanged)] as const;
  const changes = told.changes.slice(0, mostShown) as readonly Change[];
  const rest = told.change_count - changes.length;
  return (
    <>
      <Notice
        kind={told.dry_run ? 'info' : 'good'}
        title={told.dry_run ? texts.would(...counts) : texts.done(...counts)}
      >
        <p>
          {[
            ...(told.dry_run ? [texts.wouldWhy] : []),
            texts.recognised(told.format),
            ...(told.tasks.length < 2
              ? []
              : [
                  `${told.tasks.map((one) => `${one.task}: ${format.count(one.inserted)}`).join(', ')}.`,
                ]),
            ...(told.revised === 0 ? [] : [texts.revised(format.count(told.revised))]),
            ...(told.change_count === 0 ? [] : [texts.changes(format.count(told.change_count))]),
            ...(told.aside === 0 ? [] : [texts.aside(format.count(told.aside))]),
            ...(skipped.length === 0 ? [] : [`${texts.skipped}: ${skipped.join(', ')}.`]),
            ...(told.before === null
              ? []
              : [texts.sameBefore(told.before.by, format.time(told.before.at))]),
          ].join(' ')}
        </p>
        {told.warnings.length === 0 ? null : (
          <ul>
            {told.warnings.slice(0, mostShown).map((warning) => (
              <li key={warning}>{sentence(warning)}</li>
            ))}
          </ul>
        )}
      </Notice>
      {changes.length === 0 ? null : (
        <div className={styles.changes}>
          <DataTable
            caption={texts.changeList}
            isCaptionShown
            rows={changes}
            rowKey={(change) => `${change.line ?? ''} ${change.unit ?? ''} ${change.field ?? ''}`}
            columns={[
              {
                id: 'line',
                title: texts.line,
                isNumeric: true,
                cell: (change) => change.line ?? '–',
              },
              {
                id: 'unit',
                title: texts.unit,
                cell: (change) => change.unit ?? '–',
                isRowHeader: true,
              },
              { id: 'field', title: texts.field, cell: (change) => <code>{change.field}</code> },
              {
                id: 'old',
                title: texts.old,
                cell: (change) => <code>{JSON.stringify(change.old)}</code>,
              },
              {
                id: 'new',
                title: texts.new,
                cell: (change) => <code>{JSON.stringify(change.new)}</code>,
              },
            ]}
          />
          {rest > 0 ? <p className={styles.soft}>{texts.moreChanges(format.count(rest))}</p> : null}
        </div>
      )}
    </>
  );
}

const mostShown = 50;
