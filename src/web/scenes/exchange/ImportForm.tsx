import { Button } from '@mantine/core';
import type { RoundsReply } from '../../../server/routes/rounds/rounds.ts';
import type { TaskReply } from '../../../server/routes/protocol/task-reply.ts';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { LongWorkProgress } from '../../components/LongWorkProgress.tsx';
import { Section, Sheet } from '../../components/Section.tsx';
import { UploadProgress, UploadState } from '../../upload/UploadProgress.tsx';
import { useTexts } from '../../texts/define-texts.ts';
import { ImportFields } from './ImportFields.tsx';
import { ImportReport } from './ImportReport.tsx';
import { isMapping } from './import-call.ts';
import type { ImportChoice } from './import-call.ts';
import { ProposalNotice } from './ProposalNotice.tsx';
import { filesTexts } from './texts.ts';
import { useImport } from './use-import.ts';
import styles from './files.module.css';

/** Imports a file: it is checked first, and then imported as a whole or not at all. */
export function ImportForm({
  project,
  tasks,
  rounds,
}: Readonly<{ project: string; tasks: readonly TaskReply[]; rounds: RoundsReply['rounds'] }>) {
  const texts = useTexts(filesTexts);
  const own = useImport(project, tasks[0]?.id ?? '');
  const { choice, proposal, isLooking, share, failure, report, start } = own;
  const isReady = isComplete(choice);
  const isChecked = report?.dry_run === true;
  const isIdle = share === null && !isLooking;
  return (
    <Section title={texts.import} note={texts.importNote}>
      <Sheet>
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (isReady && isIdle) void start(!isChecked);
          }}
        >
          <ImportFields {...own} tasks={tasks} rounds={rounds} />
          <div className={styles.buttons}>
            <Button
              type={isChecked ? 'button' : 'submit'}
              variant={isChecked ? 'default' : 'filled'}
              disabled={!isReady || !isIdle}
              onClick={isChecked ? () => void start(true) : undefined}
            >
              {texts.check}
            </Button>
            <Button
              type={isChecked ? 'submit' : 'button'}
              variant={isChecked ? 'filled' : 'default'}
              disabled={!isChecked || !isIdle}
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

/** Whether everything is there that a check needs. */
function isComplete({ file, mapping, format, matrix, labels }: ImportChoice): boolean {
  const isPack = format === 'gold-pack';
  return file !== null && isMapping(mapping) && (!isPack || (matrix !== null && labels !== null));
}
