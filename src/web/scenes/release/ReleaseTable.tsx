import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ReleaseEntry, ReleasesReply } from '../../../server/routes/release/releases.ts';
import { change } from '../../api/cache.ts';
import { apiPath } from '../../api/client.ts';
import { rolesIn, useSession } from '../../api/session.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { Icon } from '../../components/Icon.tsx';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { StateMark } from '../../components/StateMark.tsx';
import { Disclosure } from '../../figures/Disclosure.tsx';
import { FigureTable } from '../../figures/FigureTable.tsx';
import { useTexts } from '../../texts/define-texts.ts';
import { useCodedSentence } from '../../texts/error-sentence.ts';
import { useFormat } from '../../texts/format.ts';
import { releaseTexts } from './texts.ts';
import styles from './release.module.css';

/** The releases of a project with what verifying them gave. */
export function ReleaseTable({
  project,
  releases,
}: Readonly<{ project: string; releases: ReleasesReply }>) {
  const texts = useTexts(releaseTexts);
  const format = useFormat();
  const [failure, setFailure] = useState<unknown>(null);
  const roles = rolesIn(useSession(), project);
  const mayOpen = roles.includes('lead') || roles.includes('reviewer');
  const path = apiPath`/api/projects/${project}/releases`;
  const verify = async (version: string): Promise<void> => {
    setFailure(null);
    const own = apiPath`/api/projects/${project}/releases/${version}/verify`;
    await change(own, { method: 'POST' }, path).catch(setFailure);
  };
  const isRunning = releases.job?.state === 'running';
  const isNarrow = useMediaQuery(narrow, matchMedia(narrow).matches, {
    getInitialValueInEffect: false,
  });
  const actions = (one: ReleaseEntry): ReactNode =>
    one.here && mayOpen ? (
      <Actions
        project={project}
        version={one.version}
        isRunning={isRunning}
        onVerify={() => void verify(one.version)}
      />
    ) : (
      '–'
    );
  return (
    <>
      {failure === null ? null : <ErrorNotice error={failure} onRetry={() => setFailure(null)} />}
      <FigureTable
        caption={texts.releases}
        rows={releases.items}
        rowKey={(one) => `${one.version} ${one.manifest} ${one.at}`}
        empty={texts.none}
        columns={(column) =>
          isNarrow
            ? [
                {
                  ...column.cell('version', texts.version, (one) => (
                    <span className={styles.check}>
                      {one.version}
                      <span className={styles.soft}>{format.time(one.at)}</span>
                      <span className={styles.soft}>{one.by}</span>
                      <span className={styles.soft}>{format.bytes(one.bytes)}</span>
                    </span>
                  )),
                  isRowHeader: true,
                },
                column.cell('check', texts.columns.check, (one) => (
                  <span className={styles.stacked}>
                    <CheckMark release={one} />
                    {actions(one)}
                  </span>
                )),
              ]
            : [
                {
                  ...column.text('version', texts.version, (one) => one.version),
                  isRowHeader: true,
                },
                column.time('at', texts.columns.at, (one) => one.at),
                column.text('by', texts.columns.by, (one) => one.by),
                column.number('files', texts.columns.files, (one) => one.files),
                column.number('bytes', texts.columns.size, (one) => one.bytes, format.bytes),
                column.cell('check', texts.columns.check, (one) => <CheckMark release={one} />),
                column.cell('actions', texts.columns.actions, actions),
              ]
        }
      />
      {releases.items.map((one) => (
        <Differences key={one.manifest + one.at} release={one} />
      ))}
    </>
  );
}

/** Where the table would scroll sideways: a release has two cells there. */
const narrow = '(max-width: 760px)';

function CheckMark({ release: { check, here } }: Readonly<{ release: ReleaseEntry }>) {
  const texts = useTexts(releaseTexts);
  const format = useFormat();
  if (!here) return <StateMark kind="quiet">{texts.elsewhere}</StateMark>;
  if (check === null) return <StateMark kind="quiet">{texts.notYet}</StateMark>;
  const signatures = { none: texts.unsigned, wrong: texts.wrongSignature };
  const signature =
    check.signature === 'none' || check.signature === 'wrong'
      ? signatures[check.signature]
      : texts.signed;
  return (
    <span className={styles.check}>
      {check.difference_count === 0 ? (
        <StateMark kind="good">{texts.verified}</StateMark>
      ) : (
        <StateMark kind="bad">{texts.differs(format.count(check.difference_count))}</StateMark>
      )}
      <span className={styles.soft}>
        {signature} · {format.time(check.at)}
      </span>
    </span>
  );
}

function Actions({
  project,
  version,
  isRunning,
  onVerify,
}: Readonly<{ project: string; version: string; isRunning: boolean; onVerify: () => void }>) {
  const texts = useTexts(releaseTexts);
  const file = (name: string): string =>
    apiPath`/api/projects/${project}/releases/${version}/${name}`;
  return (
    <span className={styles.actions}>
      <ButtonLink
        size="compact-sm"
        target={{ to: 'release', params: { project }, search: { report: version } }}
        aria-label={texts.reportOf(version)}
      >
        {texts.report}
      </ButtonLink>
      <Button
        component="a"
        size="compact-sm"
        variant="default"
        href={file('archive')}
        download
        leftSection={<Icon name="download" size={13} />}
        aria-label={texts.archiveOf(version)}
      >
        {texts.archive}
      </Button>
      <Button
        component="a"
        size="compact-sm"
        variant="default"
        href={file('report.pdf')}
        download
        leftSection={<Icon name="download" size={13} />}
        aria-label={texts.pdfOf(version)}
      >
        {texts.pdf}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        disabled={isRunning}
        onClick={onVerify}
        aria-label={texts.verifyOf(version)}
      >
        {texts.verify}
      </Button>
    </span>
  );
}

function Differences({ release: { version, check } }: Readonly<{ release: ReleaseEntry }>) {
  const texts = useTexts(releaseTexts);
  const format = useFormat();
  const sentence = useCodedSentence();
  if (check === null || check.difference_count === 0) return null;
  const rest = check.difference_count - check.differences.length;
  return (
    <Disclosure title={texts.differences(version)} isOpen>
      <ul className={styles.differences}>
        {check.differences.map((one) => (
          <li key={JSON.stringify(one)}>
            <code>{one.file}</code> {sentence(one.what)}
          </li>
        ))}
        {rest === 0 ? null : <li>{texts.moreDifferences(format.count(rest))}</li>}
      </ul>
    </Disclosure>
  );
}
