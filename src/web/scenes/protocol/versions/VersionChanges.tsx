import { NativeSelect } from '@mantine/core';
import type { ProtocolChanges } from '../../../../server/routes/reply-parts.ts';
import { useResource } from '../../../api/cache.ts';
import { apiPath, withQuery } from '../../../api/client.ts';
import { Loaded } from '../../../components/Loaded.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { Section, Sheet } from '../../../components/Section.tsx';
import { redirect } from '../../../router.ts';
import type { Search } from '../../../router.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useCodedSentence } from '../../../texts/error-sentence.ts';
import { useFormat } from '../../../texts/format.ts';
import { protocolTexts } from './texts.ts';
import { useVersions } from './VersionTable.tsx';
import styles from './protocol.module.css';

/** What changed between the version that is shown and another one. */
export function VersionChanges({ project, search }: Readonly<{ project: string; search: Search }>) {
  const texts = useTexts(protocolTexts);
  const items = useVersions(project).data?.items ?? [];
  const latest = Math.max(...items.map((one) => one.version), 1);
  const shown = Number(search['version'] ?? latest);
  const others = items.map((one) => one.version).filter((version) => version !== shown);
  const other = others.includes(Number(search['from']))
    ? Number(search['from'])
    : (others.findLast((version) => version < shown) ?? others[0]);
  const [from, to] =
    other === undefined ? [0, 0] : [Math.min(other, shown), Math.max(other, shown)];
  const changes = useResource<ProtocolChanges>(
    other === undefined
      ? null
      : withQuery(apiPath`/api/projects/${project}/protocol/changes`, { from, to }),
    60_000,
  );
  if (other === undefined) return null;
  return (
    <Section
      title={texts.changes(from, to)}
      aside={
        <NativeSelect
          size="xs"
          aria-label={texts.compare}
          value={String(other)}
          data={others.map(String).map((value) => ({ value, label: `${texts.compare} ${value}` }))}
          onChange={(event) => {
            const next = { ...search, from: event.currentTarget.value };
            redirect({ to: 'protocol', params: { project }, search: next });
          }}
        />
      }
    >
      <Loaded resource={changes}>{(data) => <ChangeList changes={data} />}</Loaded>
    </Section>
  );
}

/** The changes in words, with removed and added text side by side. */
function ChangeList({ changes }: { readonly changes: ProtocolChanges }) {
  const texts = useTexts(protocolTexts);
  const format = useFormat();
  const isSame = changes.guideline.before === changes.guideline.after;
  const said = useCodedSentence();
  const { list, cards } = changes;
  const groups = (['rules', 'asked', 'wording'] as const).map((group) => ({
    group,
    lines: list.filter((one) => one.class === group).map((one) => said(one.text)),
  }));
  return (
    <Sheet>
      {changes.stale_tasks.length === 0 ? null : (
        <Notice kind="warn">{texts.stale(format.list(changes.stale_tasks))}</Notice>
      )}
      {list.length === 0 ? <p className={styles.line}>{texts.none}</p> : null}
      {isSame ? null : (
        <p className={styles.line}>
          {texts.guidelineChange(changes.guideline.before, changes.guideline.after)}
        </p>
      )}
      {groups.map(({ group, lines }) => (
        <Group key={group} title={texts.groups[group]} lines={lines} />
      ))}
      {cards.length === 0 ? null : (
        <>
          <h3 className={styles.heading}>{texts.cards}</h3>
          {cards.map((card) => (
            <div key={card.question} className={styles.card}>
              <p className={styles.line}>
                <b>{card.question}</b>: {texts.change[card.change]}
              </p>
              {card.parts.map((part) => (
                <div key={part.part} className={styles.part}>
                  <span className={styles.partName}>{part.part}</span>
                  {part.removed.map((line) => (
                    <del key={line}>{line}</del>
                  ))}
                  {part.added.map((line) => (
                    <ins key={line}>{line}</ins>
                  ))}
                </div>
              ))}
            </div>
          ))}
        </>
      )}
    </Sheet>
  );
}

function Group({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <>
      <h3 className={styles.heading}>{title}</h3>
      <ul className={styles.list}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}
