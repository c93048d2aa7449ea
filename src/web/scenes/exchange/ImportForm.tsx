import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ImportReply } from '../../../server/routes/exchange/files.ts';
import type { RoundsReply } from '../../../server/routes/rounds/rounds.ts';
import type { TaskReply } from '../../../server/routes/protocol/task-reply.ts';
import { replies } from '../../api/cache.ts';
import { apiPath } from '../../api/client.ts';
import { boundFields, titledOptions } from '../../components/bound-fields.ts';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { LongWorkProgress } from '../../components/LongWorkProgress.tsx';
import { Section, Sheet } from '../../components/Section.tsx';
import { below, FileField } from '../../upload/FileField.tsx';
import { UploadProgress, UploadState } from '../../upload/UploadProgress.tsx';
import { useUpload } from '../../upload/use-upload.ts';
import { useTexts } from '../../texts/define-texts.ts';
import { useLanguage } from '../../texts/language.tsx';
import { importable, importModes } from '../../../domain/exchange/file-formats.ts';
import type { ImportKind } from '../../../domain/exchange/file-formats.ts';
import { ImportReport } from './ImportReport.tsx';
import { importBody, importPath, isMapping } from './import-call.ts';
import type { ImportChoice } from './import-call.ts';
import { ProposalNotice } from './ProposalNotice.tsx';
import { filesTexts } from './texts.ts';
import { useProposal } from './use-proposal.ts';
import styles from './files.module.css';

/** Imports a file: it is checked first, and then imported as a whole or not at all. */
export function ImportForm({
  project,
  tasks,
  rounds,
}: Readonly<{ project: string; tasks: readonly TaskReply[]; rounds: RoundsReply['rounds'] }>) {
  const texts = useTexts(filesTexts);
  const language = useLanguage();
  const [choice, setChoice] = useState<ImportChoice>({
    kind: 'judgments',
    isKindChosen: false,
    task: tasks[0]?.id ?? '',
    format: '',
    mode: 'reject',
    guideline: '',
    round: '',
    annotator: '',
    mapping: '',
    skipInvalid: false,
    file: null,
    matrix: null,
    labels: null,
  });
  const { share, failure, send, forgive, blame } = useUpload<ImportReply>();
  const [report, setReport] = useState<ImportReply | null>(null);
  const { proposal, isLooking, isOwn, look, forget } = useProposal(
    project,
    ({ kind, result }, mapping) => {
      setChoice((before) => ({ ...before, kind, mapping }));
      setReport(result);
    },
    blame,
  );
  // Only what was checked is imported: any change asks for a new check.
  const change = (part: Partial<ImportChoice>): void => {
    setChoice((before) => ({ ...before, ...part }));
    setReport(null);
    forgive();
    if (!isLooking) return;
    if ('mapping' in part) forget();
    else void look({ ...choice, ...part });
  };
  /** Changes how a file is read; a mapping that the user wrote is kept. */
  const lookAnew = (part: Partial<ImportChoice>): void => {
    const own = isOwn(choice.mapping);
    const next = { ...choice, ...part, ...(own ? {} : { mapping: '' }) };
    change(next);
    if (own) forget();
    else void look(next);
  };
  const field = boundFields(choice, texts, change);
  const fileField = (name: 'file' | 'matrix' | 'labels') => (
    <FileField
      label={texts[name]}
      value={choice[name]}
      onChange={(file) => (name === 'file' ? lookAnew({ file }) : change({ [name]: file }))}
    />
  );
  const own = rounds.filter((one) => one.task === choice.task);
  const open = own.filter((one) => one.state === 'open').map((one) => one.round);
  const isPack = choice.format === 'gold-pack';
  const isReady =
    choice.file !== null &&
    isMapping(choice.mapping) &&
    (!isPack || (choice.matrix !== null && choice.labels !== null));
  const isChecked = report?.dry_run === true;
  const start = (isDry: boolean): Promise<void> =>
    send({
      path: importPath(project, choice, isDry),
      body: () => importBody(choice),
      done: (reply) => {
        if (!isDry) {
          forget();
          setChoice((before) => ({ ...before, file: null, matrix: null, labels: null }));
          replies.refresh(apiPath`/api/projects/${project}`);
        }
        setReport(reply);
      },
      failed: () => setReport(null),
    });
  return (
    <Section title={texts.import} note={texts.importNote}>
      <Sheet>
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (isReady && share === null && !isLooking) void start(!isChecked);
          }}
        >
          {fileField('file')}
          <NativeSelect
            {...field.text('kind')}
            data={(['judgments', 'units', 'rulings'] as const).map((one) => ({
              value: one,
              label: texts.kinds[one],
            }))}
            onChange={(event) =>
              lookAnew({
                kind: event.currentTarget.value as ImportKind,
                isKindChosen: true,
                format: '',
              })
            }
          />
          {tasks.length < 2 ? null : (
            <NativeSelect
              {...field.text('task')}
              data={titledOptions(tasks, language)}
              onChange={(event) => lookAnew({ task: event.currentTarget.value, round: '' })}
            />
          )}
          <NativeSelect
            {...field.text('format')}
            data={[{ value: '', label: texts.recognise }, ...importable[choice.kind]]}
            onChange={(event) => lookAnew({ format: event.currentTarget.value })}
          />
          {isPack ? fileField('matrix') : null}
          {isPack ? fileField('labels') : null}
          {choice.kind !== 'judgments' ? null : (
            <>
              <NativeSelect
                {...field.text('mode')}
                data={importModes.map((one) => ({ value: one, label: texts.modes[one] }))}
              />
              {own.length === 0 ? null : (
                <NativeSelect
                  {...field.text('round')}
                  description={open.length === 0 ? texts.noOpenRound : texts.roundWhy}
                  inputWrapperOrder={below}
                  data={[{ value: '', label: texts.noRound }, ...open]}
                />
              )}
              <TextInput
                {...field.text('guideline')}
                description={texts.guidelineWhy}
                inputWrapperOrder={below}
              />
              <TextInput
                {...field.text('annotator')}
                description={texts.annotatorWhy}
                inputWrapperOrder={below}
              />
            </>
          )}
          {choice.kind === 'rulings' ? null : (
            <Textarea
              {...field.text('mapping')}
              className={styles.wide}
              description={texts.mappingWhy}
              inputWrapperOrder={below}
              autosize
              minRows={1}
              maxRows={8}
              error={isMapping(choice.mapping) ? undefined : texts.mappingWrong}
            />
          )}
          {choice.kind === 'units' && choice.format.startsWith('rag') ? (
            <Checkbox className={styles.wide} {...field.check('skipInvalid')} />
          ) : null}
          <div className={styles.buttons}>
            <Button
              type={isChecked ? 'button' : 'submit'}
              variant={isChecked ? 'default' : 'filled'}
              disabled={!isReady || share !== null || isLooking}
              onClick={isChecked ? () => void start(true) : undefined}
            >
              {texts.check}
            </Button>
            <Button
              type={isChecked ? 'submit' : 'button'}
              variant={isChecked ? 'filled' : 'default'}
              disabled={!isChecked || share !== null || isLooking}
            >
              {texts.start}
            </Button>
            <span className={styles.soft}>
              <UploadState
                share={share}
                working={isChecked ? texts.storing : texts.working}
                idle={isLooking ? texts.looking : texts.checking}
              />
            </span>
          </div>
          {share === null ? null : (
            <div className={styles.wide}>
              <UploadProgress
                share={share}
                working={texts.working}
                stored={(waiting) => (
                  <LongWorkProgress
                    project={project}
                    kind={choice.kind}
                    name={choice.file?.name ?? ''}
                    label={texts.stored}
                    otherwise={waiting}
                  />
                )}
              />
            </div>
          )}
        </form>
        {proposal === null ? null : (
          <ProposalNotice
            proposal={proposal}
            isTried={failure !== null || report !== null || share !== null}
          />
        )}
        {failure === null ? null : <ErrorNotice error={failure} />}
        {report === null ? null : <ImportReport report={report} />}
      </Sheet>
    </Section>
  );
}
