import { saysWhatCounts } from '../../../domain/fold/uncounted.ts';
import type { ImportReply } from '../../../server/routes/exchange/files.ts';
import { Notice } from '../../components/Notice.tsx';
import { FigureTable } from '../../figures/FigureTable.tsx';
import { useTexts } from '../../texts/define-texts.ts';
import { useCodedSentence } from '../../texts/error-sentence.ts';
import { useFormat } from '../../texts/format.ts';
import { filesTexts } from './texts.ts';
import styles from './files.module.css';

/** What an import did, or would do, with the values that it corrects. */
export function ImportReport({ report }: { readonly report: ImportReply }) {
  const texts = useTexts(filesTexts);
  const format = useFormat();
  const sentence = useCodedSentence();
  const { dry_run: isDry, change_count: changeCount, before } = report;
  const counts = [format.count(report.inserted), format.count(report.unchanged)] as const;
  const skipped = report.skipped.map(sentence).join('; ');
  const tasks = report.tasks
    .map(({ task, inserted }) => `${task}: ${format.count(inserted)}`)
    .join(', ');
  // A warning says it with the reasons.
  const isSaid = report.warnings.some(saysWhatCounts);
  const sentences = [
    isDry ? texts.wouldWhy : '',
    texts.recognised(report.format),
    report.tasks.length < 2 ? '' : `${tasks}.`,
    report.will_count === null || isSaid ? '' : texts.willCount(format.count(report.will_count)),
    report.revised === 0 ? '' : texts.revised(format.count(report.revised)),
    changeCount === 0 ? '' : texts.changes(format.count(changeCount)),
    report.aside === 0 ? '' : texts.aside(format.count(report.aside)),
    skipped === '' ? '' : `${texts.skipped}: ${skipped}.`,
    before === null ? '' : texts.sameBefore(before.by, format.time(before.at)),
  ];
  const changes = report.changes.slice(0, mostShown) as readonly Change[];
  const rest = changeCount - changes.length;
  return (
    <>
      <Notice
        kind={isDry ? 'info' : 'good'}
        title={isDry ? texts.would(...counts) : texts.done(...counts)}
      >
        <p>{sentences.filter((one) => one !== '').join(' ')}</p>
        {report.warnings.length === 0 ? null : (
          <ul>
            {report.warnings.slice(0, mostShown).map((warning) => (
              <li key={warning.message}>{sentence(warning)}</li>
            ))}
          </ul>
        )}
      </Notice>
      {report.preview.length === 0 ? null : (
        <div className={styles.changes}>
          <FigureTable
            caption={texts.previewOf[report.kind]}
            isCaptionShown
            isPart
            rows={report.preview}
            rowKey={(row) => `${row.task} ${row.unit} ${row.annotator ?? ''}`}
            columns={(column) => [
              { ...column.cell('unit', texts.changed.unit, (row) => row.unit), isRowHeader: true },
              ...(report.kind === 'judgments'
                ? [column.cell('annotator', texts.annotator, (row) => row.annotator ?? '–')]
                : []),
              column.cell('values', texts.previewValues[report.kind], (row) => (
                <PreviewValues values={row.values} />
              )),
            ]}
          />
        </div>
      )}
      {changes.length === 0 ? null : (
        <div className={styles.changes}>
          <FigureTable
            caption={texts.changeList}
            isCaptionShown
            isPart
            rows={changes}
            rowKey={(change) => `${change.line ?? ''} ${change.unit ?? ''} ${change.field ?? ''}`}
            columns={(column) => [
              column.number('line', texts.changed.line, (change) => change.line ?? null, String),
              {
                ...column.cell('unit', texts.changed.unit, (change) => change.unit ?? '–'),
                isRowHeader: true,
              },
              column.cell('field', texts.changed.field, (change) => <code>{change.field}</code>),
              column.cell('old', texts.changed.old, (change) => (
                <code>{JSON.stringify(change.old)}</code>
              )),
              column.cell('new', texts.changed.new, (change) => (
                <code>{JSON.stringify(change.new)}</code>
              )),
            ]}
          />
          {rest > 0 ? <p className={styles.soft}>{texts.moreChanges(format.count(rest))}</p> : null}
        </div>
      )}
    </>
  );
}

/** Fields or answers by name; long texts are cut. */
function PreviewValues({ values }: { readonly values: Readonly<Record<string, unknown>> }) {
  return (
    <dl className={styles.values}>
      {Object.entries(values).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{shown(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 160 ? `${[...text].slice(0, 160).join('')}…` : text;
}

const mostShown = 50;

type Change = Readonly<{
  line?: number | null;
  unit?: string;
  field?: string;
  old?: unknown;
  new?: unknown;
}>;
