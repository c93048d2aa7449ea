import { Button } from '@mantine/core';
import { countFaults } from '../../domain/fault.ts';
import { ApiError } from '../api/client.ts';
import { errorSentence, faultSentence } from '../texts/error-sentence.ts';
import { useLanguage } from '../texts/language.tsx';
import { useSharedTexts } from '../texts/shared-texts.ts';
import { Link } from './Link.tsx';
import { Notice } from './Notice.tsx';

interface ErrorNoticeProps {
  readonly error: unknown;
  readonly heading?: string;
  readonly onRetry?: () => void;
  readonly retry?: string;
}

/** Says what went wrong, with all faults, and offers to try again or to go home. */
export function ErrorNotice({ error, heading, onRetry, retry: title }: ErrorNoticeProps) {
  const texts = useSharedTexts();
  const language = useLanguage();
  // Who judges in an open round is kept from the answers of others: a rule, and nothing failed.
  if (error instanceof ApiError && error.code === 'takes-part')
    return (
      <Notice kind="info" title={texts.errors.hidden}>
        <p>{errorSentence(error, language)}</p>
      </Notice>
    );
  const faults = error instanceof ApiError ? error.faults : [];
  const rest = error instanceof ApiError ? error.faultCount - countFaults(faults) : 0;
  const isFinal = error instanceof ApiError && (error.status === 403 || error.status === 404);
  const wayOut = isFinal ? (
    <Link target={{ to: 'home' }}>{texts.backHome}</Link>
  ) : (
    <Button size="compact-sm" variant="default" onClick={onRetry}>
      {title ?? texts.again}
    </Button>
  );
  return (
    <Notice
      kind="bad"
      title={heading ?? texts.errors.title}
      {...(onRetry === undefined ? {} : { actions: wayOut })}
    >
      <p>{errorSentence(error, language)}</p>
      {faults.length > 1 || faults[0]?.rows !== undefined ? (
        <ul>
          {faults.map((fault, at) => (
            // oxlint-disable-next-line no-array-index-key -- faults have no name, the list is fixed
            <li key={at}>
              {fault.line === undefined ? '' : `${fault.line}: `}
              {(fault.rows ?? 0) === 0 ? '' : `${texts.errors.rows(fault.rows!)} `}
              {faultSentence(fault, language)}
            </li>
          ))}
          {rest > 0 ? <li>{texts.errors.more(rest)}</li> : null}
        </ul>
      ) : null}
    </Notice>
  );
}
