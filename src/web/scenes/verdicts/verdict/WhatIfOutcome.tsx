import type { PolicyReply, WhatIfReply } from '../../../../server/routes/verdicts/verdicts.ts';
import { ErrorNotice } from '../../../components/ErrorNotice.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { FigureTable } from '../../../figures/FigureTable.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { faultSentence } from '../../../texts/error-sentence.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { useFormat } from '../../../texts/format.ts';
import { Disclosure } from '../../../figures/Disclosure.tsx';
import { pointsWords } from '../list/points-words.ts';
import { verdictsTexts } from '../list/texts.ts';
import { VerdictMark } from '../list/VerdictMark.tsx';
import { verdictTexts } from './texts.ts';
import type { Preview } from './use-preview.ts';
import styles from './what-if.module.css';
import scene from './verdict.module.css';

type Compared = WhatIfReply['subjects'][number]['policies'][number];

/** What every policy would say for each K: those that change, and folded those that do not. */
export function WhatIfOutcome({
  preview,
  policies,
  isAsked,
}: Readonly<{ preview: Preview; policies: readonly PolicyReply[]; isAsked: boolean }>) {
  const texts = useTexts(verdictTexts);
  const format = useFormat();
  const language = useLanguage();
  if (!isAsked) return <p className={scene.soft}>{texts.tryHint}</p>;
  if (preview.error !== null) return <ErrorNotice error={preview.error} />;
  if (preview.data === null) return <p className={scene.soft}>…</p>;
  const { faults, subjects, still_open: stillOpen } = preview.data;
  const compared = subjects.flatMap((subject) => subject.policies);
  const changed = compared.filter((one) => one.before !== one.after);
  const same = compared.filter((one) => one.before === one.after);
  return (
    <div className={styles.outcome} aria-busy={preview.isLoading} data-loading={preview.isLoading}>
      {faults.map((fault) => (
        <Notice key={fault.message} kind="warn">
          {faultSentence(fault, language)}
        </Notice>
      ))}
      {faults.length > 0 ? null : (
        <>
          <p className={styles.change} role="status">
            <Icon name={changed.length === 0 ? 'check' : 'arrow'} size={14} />{' '}
            {changed.length === 0
              ? texts.noChange(format.count(compared.length))
              : texts.changes(format.count(changed.length), format.count(compared.length))}
          </p>
          {stillOpen.length === 0 ? null : <p className={styles.missing}>{texts.stillOpen}</p>}
          {changed.length === 0 ? null : (
            <Comparison caption={texts.changed} rows={changed} policies={policies} />
          )}
          {same.length === 0 ? null : (
            <Disclosure title={texts.same(same.length)}>
              <Comparison caption={texts.unchanged} rows={same} policies={policies} />
            </Disclosure>
          )}
        </>
      )}
    </div>
  );
}

function Comparison({
  caption,
  rows,
  policies,
}: Readonly<{ caption: string; rows: readonly Compared[]; policies: readonly PolicyReply[] }>) {
  const texts = useTexts(verdictTexts);
  const shared = useTexts(verdictsTexts);
  const format = useFormat();
  const verdictsOf = (policy: string): readonly string[] =>
    policies.find((one) => one.policy === policy)?.verdicts ?? [];
  const cell = (policy: string, verdict: string | null, score: number | null) => (
    <span className={styles.compared}>
      <VerdictMark verdict={verdict} verdicts={verdictsOf(policy)} />
      {score === null ? null : (
        <small className={scene.soft}>{texts.scored(pointsWords(format, score))}</small>
      )}
    </span>
  );
  return (
    <FigureTable
      caption={caption}
      rows={rows}
      rowKey={(row) => `${row.policy} ${row.k}`}
      columns={(column) => [
        column.cell('policy', shared.policy, (row) => (
          <span className={scene.policyName}>
            <code title={policies.find((one) => one.policy === row.policy)?.title}>
              {row.policy}
            </code>{' '}
            <small>K = {format.count(row.k)}</small>
          </span>
        )),
        column.cell('change', texts.beforeAfter, (row) => (
          <span className={styles.becomes}>
            {cell(row.policy, row.before, row.score_before)}
            <span className={styles.then}>
              <Icon name="arrow" size={13} />
              <span className="visually-hidden">{texts.thereafter}</span>
              {cell(row.policy, row.after, row.score_after)}
            </span>
          </span>
        )),
      ]}
    />
  );
}
