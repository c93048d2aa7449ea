import { Button, Progress } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { draftedProtocol } from '../../../../formats/protocol/drafted-protocol.ts';
import type { ProjectDraft } from '../../../../formats/protocol/drafted-protocol.ts';
import type { ColumnsReply, CreatedReply } from '../../../../server/routes/protocol/new-project.ts';
import { replies } from '../../../api/cache.ts';
import { withQuery } from '../../../api/client.ts';
import { upload } from '../../../api/upload.ts';
import { rolesIn, useSession } from '../../../api/session.tsx';
import { ErrorNotice } from '../../../components/ErrorNotice.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { PageHead } from '../../../components/PageHead.tsx';
import { navigate } from '../../../router.ts';
import type { SceneProps } from '../../../scenes.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { ColumnsPart } from './ColumnsPart.tsx';
import { DraftPart } from './DraftPart.tsx';
import { DraftPreview } from './DraftPreview.tsx';
import { rowNumber } from '../../../../formats/units/guess-columns.ts';
import { emptyDraft, gaps, partOf, withColumns, withoutChoices } from './draft.ts';
import type { Part } from './draft.ts';
import { FilePart } from './FilePart.tsx';
import { GuidelinePart } from './GuidelinePart.tsx';
import { PeoplePart, RoundsPart } from './PeoplePart.tsx';
import { QuestionsPart } from './QuestionsPart.tsx';
import { createTexts } from './texts.ts';
import { useCheck } from './use-check.ts';
import styles from './create.module.css';

/** A new project from a file of units, for leads of the workspace. */
export function NewProjectScene(_: SceneProps) {
  const texts = useTexts(createTexts);
  const isLead = rolesIn(useSession(), '*').includes('lead');
  return (
    <>
      <PageHead title={texts.title}>{texts.lead}</PageHead>
      {isLead ? <NewProject /> : <Notice kind="info">{texts.notLead}</Notice>}
    </>
  );
}

/** Everything on one page, with the form as it will be. */
function NewProject() {
  const texts = useTexts(createTexts);
  const format = useFormat();
  const [draft, setDraft] = useState<ProjectDraft>(emptyDraft);
  const [file, setFile] = useState<File | null>(null);
  const [read, setRead] = useState<ColumnsReply | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const change = (part: Partial<ProjectDraft>): void => {
    setDraft((before) => ({ ...before, ...part }));
    setFailure(null);
  };
  const files = useMemo(() => draftedProtocol(draft), [draft]);
  const missing = gaps(draft, read);
  const isWhole = missing.every((part) => part === 'people');
  const check = useCheck(isWhole ? files : null);
  const faultsOf = (part: Part) => check.faults.filter((one) => partOf(one) === part);
  const gapOf = (part: Part): string => {
    const question = part === 'questions' ? withoutChoices(draft) : null;
    return question === null ? texts.gaps[part] : texts.choices(question);
  };
  const titles = draft.questions.map(({ title }) => title.trim()).filter((one) => one !== '');
  const isReady = missing.length === 0 && check.isSettled && check.faults.length === 0;
  const create = async (): Promise<void> => {
    if (file === null) return;
    setShare(0);
    setFailure(null);
    try {
      const { protocol, guideline } = files;
      const numbered = draft.id === rowNumber ? { numbered: rowNumber } : {};
      const head = JSON.stringify({ protocol, guideline, ...numbered });
      const body = new Blob([head, '\n', file], { type: 'application/octet-stream' });
      const path = withQuery('/api/new-project', { name: file.name });
      const { project } = await upload<CreatedReply>(path, body, setShare);
      replies.refresh('/api');
      navigate({ to: 'people', params: { project } });
    } catch (error) {
      setFailure(error);
      setShare(null);
    }
  };
  const part = (name: Part, children: ReactNode) => (
    <DraftPart
      name={name}
      gap={missing.includes(name) ? gapOf(name) : ''}
      faults={faultsOf(name)}
      titleOf={(question) => titles[files.names.indexOf(question)]}
    >
      {children}
    </DraftPart>
  );
  return (
    <div className={styles.page}>
      <div className={styles.parts}>
        {part(
          'file',
          <FilePart
            draft={draft}
            change={change}
            read={read}
            file={file}
            onRead={(given, columns) => {
              setFile(given);
              setRead(columns);
              if (given !== null && columns !== null)
                setDraft((before) => withColumns(before, columns, given.name));
            }}
          />,
        )}
        {part(
          'columns',
          read === null ? (
            <p className={styles.soft}>{texts.columnsLater}</p>
          ) : (
            <ColumnsPart draft={draft} change={change} read={read} />
          ),
        )}
        {part('questions', <QuestionsPart draft={draft} change={change} />)}
        {part('guideline', <GuidelinePart draft={draft} change={change} />)}
        {part('people', <PeoplePart draft={draft} change={change} />)}
        {part('rounds', <RoundsPart draft={draft} change={change} />)}
        <div className={styles.create}>
          <Button
            size="md"
            disabled={!isReady || share !== null}
            onClick={() => void create()}
            data-create="true"
          >
            {texts.create}
          </Button>
          <span className={styles.soft}>
            {share !== null ? texts.creating : ''}
            {share === null && isReady && read !== null ? texts.ready(format.count(read.rows)) : ''}
          </span>
          {share === null ? null : (
            <Progress
              className={styles.progress}
              value={share * 100}
              animated={share >= 1}
              aria-label={texts.creating}
            />
          )}
          {failure === null ? null : <ErrorNotice error={failure} />}
        </div>
      </div>
      <DraftPreview draft={draft} read={read} check={check} files={files} />
    </div>
  );
}
