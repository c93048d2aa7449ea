import { isClosed } from '../../../../domain/protocol/scale.ts';
import { inLanguage } from '../../../../domain/local-text.ts';
import type { Task } from '../../../../domain/protocol/task.ts';
import type { CaseReply } from '../../../../server/routes/rulings/rulings.ts';
import { Icon } from '../../../components/Icon.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useCodedSentence } from '../../../texts/error-sentence.ts';
import { useFormat } from '../../../texts/format.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { caseTexts } from './texts.ts';
import { VoteChip } from './VoteChip.tsx';
import styles from './voices.module.css';
import tally from './tally.module.css';

type Voice = CaseReply['voices'][number];

interface VoicesProps {
  readonly data: CaseReply;
  readonly task: Task;
}

/** What those who voted wrote and marked; below, on demand, when and under which guideline. */
export function Voices({ data, task }: VoicesProps) {
  const texts = useTexts(caseTexts);
  const written = data.voices.flatMap((voice, at) =>
    hasRemarks(voice, task) ? [{ voice, at }] : [],
  );
  return (
    <section className={styles.voices} aria-label={texts.remarks}>
      {written.length === 0 ? null : (
        <>
          <h2 className={styles.heading}>{texts.remarks}</h2>
          <ul className={styles.remarks}>
            {written.map(({ voice, at }) => (
              <li key={voice.who}>
                <VoteChip voice={voice} at={at} />
                <Remarks voice={voice} task={task} />
              </li>
            ))}
          </ul>
        </>
      )}
      <details className={styles.details}>
        <summary>{texts.aboutVotes(data.voices.length)}</summary>
        <ul className={styles.remarks}>
          {data.voices.map((voice, at) => (
            <li key={voice.who}>
              <VoteChip voice={voice} at={at} />
              <VoiceFacts voice={voice} />
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

function Remarks({ voice, task }: Readonly<{ voice: Voice; task: Task }>) {
  const texts = useTexts(caseTexts);
  const said = useCodedSentence();
  const language = useLanguage();
  const { asides } = voice;
  return (
    <div className={styles.remark}>
      {asides.flag === true || asides.uncertain === true ? (
        <span className={tally.soft}>
          {asides.flag === true ? (
            <>
              <Icon name="flag" size={12} /> {texts.flagged}{' '}
            </>
          ) : null}
          {asides.uncertain === true ? texts.uncertain : null}
        </span>
      ) : null}
      {voice.uncounted === null ? null : (
        <span className={styles.warn}>{texts.leftOut(said(voice.uncounted))}</span>
      )}
      {writtenOf(voice, task).map(({ question, text }) => (
        <span key={question.id}>
          <span className={tally.soft}>{inLanguage(question.title, language)}:</span> <q>{text}</q>
        </span>
      ))}
      {(asides.notes ?? '') === '' ? null : <q>{asides.notes}</q>}
    </div>
  );
}

function VoiceFacts({ voice }: Readonly<{ voice: Voice }>) {
  const texts = useTexts(caseTexts);
  const format = useFormat();
  const { confidence } = voice.asides;
  const facts = [
    voice.own ? texts.own : '',
    voice.assisted ? texts.assisted : '',
    texts.weight(format.number(voice.weight)),
    confidence === undefined ? '' : `${texts.confidence}: ${texts.confidences[confidence]}`,
    `${texts.guideline} ${voice.guideline}`,
    format.date(voice.at),
    voice.seconds === null ? '' : format.duration(voice.seconds),
    voice.revisions === 0 ? '' : texts.revised(voice.revisions),
  ];
  return <span className={tally.soft}>{facts.filter((one) => one !== '').join(' · ')}</span>;
}

function hasRemarks(voice: Voice, task: Task): boolean {
  const { notes, flag, uncertain } = voice.asides;
  const isMarked = flag === true || uncertain === true || voice.uncounted !== null;
  return isMarked || (notes ?? '') !== '' || writtenOf(voice, task).length > 0;
}

/** Free text and quotes. */
function writtenOf({ answers }: Voice, task: Task) {
  return task.questions.flatMap((question) => {
    const text = answers[question.id];
    return isClosed(question.scale) || typeof text !== 'string' || text.trim() === ''
      ? []
      : [{ question, text }];
  });
}
