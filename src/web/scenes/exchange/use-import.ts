import { useState } from 'react';
import type { ImportReply } from '../../../server/routes/exchange/files.ts';
import { replies } from '../../api/cache.ts';
import { apiPath } from '../../api/client.ts';
import { useUpload } from '../../upload/use-upload.ts';
import { importBody, importPath } from './import-call.ts';
import type { ImportChoice } from './import-call.ts';
import { useProposal } from './use-proposal.ts';

/** An import as it is put together: what was chosen and proposed, and what became of it. */
export function useImport(project: string, task: string) {
  const [choice, setChoice] = useState<ImportChoice>({
    kind: 'judgments',
    isKindChosen: false,
    task,
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
  return { choice, change, lookAnew, proposal, isLooking, share, failure, report, start };
}
