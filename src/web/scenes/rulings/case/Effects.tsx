import type { Answer } from '../../../../domain/answer.ts';
import type { Task } from '../../../../domain/protocol/task.ts';
import type { RulingPreviewReply } from '../../../../server/routes/rulings/cases.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { answerWords, questionTitle } from '../../../../formats/protocol/rule-words.ts';
import { standingTexts } from '../../units/standing-texts.ts';
import { effectTexts } from './effect-texts.ts';
import styles from './effects.module.css';

interface EffectsProps {
  readonly preview: RulingPreviewReply;
  readonly task: Task;
}

/** What a ruling would change, in a line; unfolded, each answer and each verdict. */
export function Effects({ preview, task }: EffectsProps) {
  const texts = useTexts(effectTexts);
  const format = useFormat();
  const language = useLanguage();
  const { states } = useTexts(standingTexts);
  const { state, changes, waiting, gates } = preview;
  const verdicts = preview.verdicts?.flatMap(({ policies }) => policies) ?? [];
  const changed = verdicts.filter((one) => one.before !== one.after);
  const words = (id: string, answer: Answer | null): string => {
    const question = task.questions.find((one) => one.id === id);
    return question === undefined || answer === null
      ? texts.none
      : answerWords(question, answer, language);
  };
  const line = [
    state.before === state.after
      ? texts.stays(states[state.after])
      : texts.becomes(states[state.before], states[state.after]),
    changes.length === 0 ? texts.sameTruth : texts.answers(changes.length),
    verdicts.length === 0 ? '' : texts.verdicts(changed.length, verdicts.length),
    texts.left(format.count(waiting.after)),
  ];
  return (
    <details className={styles.effects}>
      <summary>
        <b>{texts.title}</b> {line.filter((one) => one !== '').join(' · ')}
      </summary>
      <ul>
        {changes.map(({ question, before, after }) => (
          <li key={question}>
            {questionTitle(task, question, language)}: {words(question, before)} →{' '}
            {words(question, after)}
          </li>
        ))}
        {preview.verdicts?.flatMap(({ subject, policies }) =>
          policies
            .filter((one) => one.before !== one.after)
            .map(({ policy, k, before, after }) => (
              <li key={`${subject} ${policy} ${k}`}>
                {texts.verdict(subject, policy, format.count(k))}: {before ?? texts.none} →{' '}
                {after ?? texts.none}
              </li>
            )),
        )}
        {preview.verdicts === null ? <li>{texts.noVerdicts}</li> : null}
        {gates === 0 ? null : <li>{texts.gates(gates)}</li>}
      </ul>
    </details>
  );
}
