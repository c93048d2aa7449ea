import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { countFaults } from '../../../domain/fault.ts';
import { codedText } from '../../../domain/text-values.ts';
import { ApiError } from '../../api/client.ts';
import { Notice } from '../../components/Notice.tsx';
import { useTexts } from '../../texts/define-texts.ts';
import { faultSentence } from '../../texts/error-sentence.ts';
import { useFormat } from '../../texts/format.ts';
import { useLanguage } from '../../texts/language.tsx';
import { evaluationTexts } from './texts.ts';
import styles from './evaluation.module.css';

/** Whether the guard refused, so that a reason is a way out. */
export function isObjection(failure: unknown): failure is ApiError {
  return failure instanceof ApiError && /^(circular|training)-/.test(failure.code);
}

interface GuardNoticeProps {
  readonly refusal: ApiError;
  readonly onGoOn: (reason: string) => void;
}

/** What the guard has against an evaluation, and the way out: a reason, which stamps the result. */
export function GuardNotice({ refusal, onGoOn }: GuardNoticeProps) {
  const texts = useTexts(evaluationTexts);
  const format = useFormat();
  const language = useLanguage();
  const [reason, setReason] = useState('');
  const { code, values, faults: listed, faultCount } = refusal;
  const faults = listed.length > 0 ? listed : [{ code, values, message: refusal.message }];
  const rest = faultCount - countFaults(listed);
  // The way out is here, not an option of a command.
  const said = faults.map((one) => {
    const here = { ...one.values, way: codedText('guard-reason') };
    const place = one.line === undefined ? '' : texts.line(format.count(one.line));
    return { place, text: faultSentence({ ...one, values: here }, language) };
  });
  return (
    <div className={styles.guard}>
      <Notice kind="bad" title={texts.refused}>
        <p>{texts.refusedWhy}</p>
        <ul className={styles.objections}>
          {said.map(({ place, text }, at) => (
            // oxlint-disable-next-line no-array-index-key -- objections have no name, the list is fixed
            <li key={at}>
              {place === '' ? null : <span className={styles.place}>{place}</span>}
              {text}
            </li>
          ))}
          {rest > 0 ? <li>{texts.moreObjections(format.count(rest))}</li> : null}
        </ul>
        <form
          className={styles.override}
          onSubmit={(event) => {
            event.preventDefault();
            if (reason.trim() !== '') onGoOn(reason.trim());
          }}
        >
          <Textarea
            label={texts.reason}
            description={texts.reasonWhy}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            maxLength={4000}
            autosize
            minRows={2}
            required
          />
          <Button type="submit" color="red" variant="outline" disabled={reason.trim() === ''}>
            {texts.goOn}
          </Button>
        </form>
      </Notice>
    </div>
  );
}
