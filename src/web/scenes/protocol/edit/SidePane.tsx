import { Textarea } from '@mantine/core';
import type { RefObject } from 'react';
import { ErrorNotice } from '../../../components/ErrorNotice.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { TabList } from './TabList.tsx';
import { FigureTable } from '../../../figures/FigureTable.tsx';
import type { VersionPreviewReply } from '../../../../server/routes/protocol/projects.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { ChangeList } from '../versions/ChangeList.tsx';
import { EditedForm } from './EditedForm.tsx';
import { EditedGuideline } from './EditedGuideline.tsx';
import { editTexts } from './texts.ts';
import type { VersionCheck } from './use-version-check.ts';
import styles from './edit.module.css';

export type SideTab = 'changes' | 'form' | 'guideline';

interface SidePaneProps {
  readonly tab: SideTab;
  readonly onTab: (tab: SideTab) => void;
  readonly project: string;
  readonly check: VersionCheck;
  readonly base: number;
  readonly failure: unknown;
  readonly reason: {
    readonly text: string;
    readonly onChange: (text: string) => void;
    readonly field: RefObject<HTMLTextAreaElement | null>;
  };
}

/** What the texts mean: what they change, the form, and the guideline as it is read. */
export function SidePane(props: SidePaneProps) {
  const { tab, onTab, project, check } = props;
  const texts = useTexts(editTexts);
  return (
    <aside className={styles.side} aria-label={texts.side.label}>
      <TabList
        label={texts.side.label}
        panel="edit-side"
        chosen={tab}
        onChoose={(next) => onTab(next as SideTab)}
        tabs={(['changes', 'form', 'guideline'] as const).map((id) => ({
          id,
          title: texts.side[id],
        }))}
      />
      <div
        className={styles.sideBody}
        role="tabpanel"
        id="edit-side"
        aria-label={texts.side[tab]}
        tabIndex={0}
      >
        {tab === 'changes' ? <Changes {...props} /> : null}
        {tab === 'form' ? <EditedForm project={project} read={check.read} /> : null}
        {tab === 'guideline' ? <EditedGuideline read={check.read} /> : null}
      </div>
    </aside>
  );
}

function Changes({ check, base, failure, reason }: SidePaneProps) {
  const texts = useTexts(editTexts);
  const { preview, faults, error } = check;
  const isKnown = preview !== null && faults.length === 0;
  return (
    <>
      {faults.length > 0 ? <Notice kind="info">{texts.change.fixFirst}</Notice> : null}
      {error === null ? null : <ErrorNotice error={error} />}
      {failure === null ? null : <ErrorNotice error={failure} />}
      {isKnown && !preview.fresh ? <p className={styles.soft}>{texts.nothing}</p> : null}
      {isKnown && preview.fresh ? (
        <div className={styles.changes} data-settled={check.isSettled}>
          <h2 className={styles.sideTitle}>{texts.change.title(base, preview.version)}</h2>
          <Stale preview={preview} />
          {preview.reason_required ? (
            <Textarea
              ref={reason.field}
              label={texts.change.reason}
              description={texts.change.reasonWhy}
              value={reason.text}
              onChange={(event) => reason.onChange(event.currentTarget.value)}
              rows={3}
              maxLength={5000}
              required
            />
          ) : null}
          <ChangeList changes={preview.changes} hasStale={false} />
        </div>
      ) : null}
    </>
  );
}

/** Which judgments are stale afterwards, and why. */
function Stale({ preview }: { readonly preview: VersionPreviewReply }) {
  const texts = useTexts(editTexts).change;
  const format = useFormat();
  const before = new Map(preview.stale_now.map((one) => [one.task, one.judgments]));
  const rows = preview.stale.filter((one) => one.judgments > (before.get(one.task) ?? 0));
  if (rows.length === 0)
    return (
      <p className={styles.soft} data-stale="0">
        {texts.staleNone}
      </p>
    );
  const sum = rows.reduce((all, one) => all + one.judgments - (before.get(one.task) ?? 0), 0);
  return (
    <div data-stale={sum} className={styles.stale}>
      <Notice kind="warn" title={`${texts.stale}: ${format.count(sum)}`}>
        <p>{texts.staleWhy}</p>
      </Notice>
      <FigureTable
        caption={texts.stale}
        rows={rows}
        rowKey={(one) => one.task}
        columns={(column) => [
          column.cell('task', texts.columns.task, (one) => one.task),
          column.cell('now', texts.columns.now, (one) => format.count(before.get(one.task) ?? 0)),
          column.cell('after', texts.columns.after, (one) => format.count(one.judgments)),
          column.cell('why', texts.columns.why, (one) =>
            [
              ...(one.by_questions > 0 ? [texts.byQuestions(format.count(one.by_questions))] : []),
              ...(one.by_guideline > 0 ? [texts.byGuideline(format.count(one.by_guideline))] : []),
            ].join(', '),
          ),
        ]}
      />
    </div>
  );
}
