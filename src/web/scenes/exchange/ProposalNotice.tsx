import type { ProposalReply } from '../../../server/routes/exchange/files.ts';
import { ApiError } from '../../api/client.ts';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { Notice } from '../../components/Notice.tsx';
import { useTexts } from '../../texts/define-texts.ts';
import { useCodedSentence } from '../../texts/error-sentence.ts';
import { filesTexts } from './texts.ts';

/** What a file looks like, what was proposed for it, and why it would be refused. */
export function ProposalNotice({
  proposal,
  isTried,
}: Readonly<{ proposal: ProposalReply; isTried: boolean }>) {
  const texts = useTexts(filesTexts);
  const sentence = useCodedSentence();
  const { kind, format, why, mapping, notes, refused } = proposal;
  const isMapped = Object.keys(mapping).length > 0;
  return (
    <>
      <Notice kind="info" title={texts.looksLike(texts.kinds[kind], format)}>
        <p>
          {texts.because(sentence(why))} {isMapped ? texts.proposed : ''}
        </p>
        {notes.length === 0 ? null : (
          <ul>
            {notes.map((note) => (
              <li key={note.code}>{sentence(note)}</li>
            ))}
          </ul>
        )}
      </Notice>
      {refused === null || isTried ? null : (
        <ErrorNotice
          heading={texts.wouldRefuse}
          error={new ApiError(400, refused as ConstructorParameters<typeof ApiError>[1])}
        />
      )}
    </>
  );
}
