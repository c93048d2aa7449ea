import type { TaskReply } from '../../../../server/routes/protocol/task-reply.ts';
import type { OpenReason } from '../../../../server/routes/rulings/rulings.ts';
import { defineTexts, useTexts } from '../../../texts/define-texts.ts';
import { useCodedSentence } from '../../../texts/error-sentence.ts';
import { useAnswerWords, useQuestionTitles } from '../../../figures/use-scope.ts';

/** Why a unit is open, with the titles of the labels, in the current language. */
export function useReasonWords(task: TaskReply | undefined): (reason: OpenReason) => string {
  const texts = useTexts(reasonTexts);
  const label = useQuestionTitles(task);
  const said = useCodedSentence();
  const words = useAnswerWords(task ?? noTask);
  return (reason) => {
    const { kind, question = '', between = [], annotators = 0 } = reason;
    const { constraint = '', round = '', why = 'round-not-passed' } = reason;
    const detail = reason.detail === undefined ? '' : said(reason.detail);
    const answers = between.map((one) => words(question, one));
    const title = label(question);
    return texts[kind]({ title, answers, annotators, constraint, detail, round, why });
  };
}

const noTask = { questions: [] } as unknown as TaskReply;

type GivenParts = 'annotators' | 'constraint' | 'round' | 'why';
interface Given extends Required<Pick<OpenReason, GivenParts>> {
  readonly detail: string;
  readonly title: string;
  readonly answers: readonly string[];
}

const reasonTexts = defineTexts({
  en: {
    tied: ({ title, answers }: Given) => `${title}: tied between ${answers.join(' and ')}`,
    unanswered: ({ title }: Given) => `${title}: without an answer`,
    flagged: ({ annotators }: Given) =>
      `${annotators === 1 ? 'An annotator' : `${annotators} annotators`} asked for a second look`,
    contradiction: ({ constraint, detail }: Given) =>
      `The majorities contradict each other: ${constraint} (${detail})`,
    ruling: ({ detail }: Given) => `The ruling leaves a fault: ${detail}`,
    round: ({ round, why }: Given) =>
      why === 'round-failed'
        ? `Round ${round} missed its gate: its votes do not count`
        : `Round ${round} has not passed yet: its votes do not count`,
  },
  de: {
    tied: ({ title, answers }) => `${title}: Gleichstand zwischen ${answers.join(' und ')}`,
    unanswered: ({ title }) => `${title}: ohne Antwort`,
    flagged: ({ annotators }) =>
      annotators === 1
        ? 'Ein Annotator bat um einen zweiten Blick'
        : `${annotators} Annotierende baten um einen zweiten Blick`,
    contradiction: ({ constraint, detail }) =>
      `Die Mehrheiten widersprechen einander: ${constraint} (${detail})`,
    ruling: ({ detail }) => `Der Entscheid lässt einen Fehler: ${detail}`,
    round: ({ round, why }) =>
      why === 'round-failed'
        ? `Runde ${round} hat ihre Hürde verfehlt: Ihre Stimmen zählen nicht`
        : `Runde ${round} ist noch nicht bestanden: Ihre Stimmen zählen nicht`,
  },
});
