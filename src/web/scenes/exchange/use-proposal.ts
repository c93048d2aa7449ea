import { useRef, useState } from 'react';
import { largestProposal } from '../../../domain/exchange/file-formats.ts';
import type { ProposalReply } from '../../../server/routes/exchange/files.ts';
import { upload } from '../../api/upload.ts';
import { importBody, proposalPath } from './import-call.ts';
import type { ImportChoice } from './import-call.ts';

/** What the server says a chosen file looks like. Only the latest question is answered. */
export function useProposal(
  project: string,
  answered: (proposal: ProposalReply, mapping: string) => void,
  failed: (error: unknown) => void,
) {
  const [proposal, setProposal] = useState<ProposalReply | null>(null);
  const [isLooking, setIsLooking] = useState(false);
  const asked = useRef(0);
  const proposed = useRef('');
  /** Whether a mapping is not what was proposed: then nothing else is. */
  const isOwn = (mapping: string): boolean => mapping.trim() !== '' && mapping !== proposed.current;
  const forget = (): void => {
    asked.current += 1;
    setProposal(null);
    setIsLooking(false);
  };
  const look = async (choice: ImportChoice): Promise<void> => {
    forget();
    const { file, format } = choice;
    if (file === null || file.size > largestProposal || format === 'gold-pack') return;
    const number = asked.current;
    setIsLooking(true);
    try {
      const path = proposalPath(project, choice);
      const reply = await upload<ProposalReply>(path, await importBody(choice), () => undefined);
      if (number !== asked.current) return;
      const isMapped = Object.keys(reply.mapping).length > 0;
      proposed.current = isMapped ? JSON.stringify(reply.mapping, null, 2) : '';
      setProposal(reply);
      answered(reply, proposed.current);
    } catch (error) {
      if (number !== asked.current) return;
      failed(error);
    }
    setIsLooking(false);
  };
  return { proposal, isLooking, isOwn, look, forget };
}
