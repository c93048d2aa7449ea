import type { TaskReply } from '../../../../server/routes/protocol/task-reply.ts';
import type { OpenReason } from '../../../../server/routes/rulings/rulings.ts';
import { defineTexts, useTexts } from '../../../texts/define-texts.ts';
import { useAnswerWords, useQuestionTitles } from '../../../figures/use-scope.ts';

/** Why a unit is open, with the titles of the labels, in the current language. */
export function useReasonWords(task: TaskReply | undefined): (reason: OpenReason) => string {
  const texts = useTexts(reasonTexts);
  const label = useQuestionTitles(task);
  const words = useAnswerWords(task ?? noTask);
  return ({ kind, question = '', between = [], annotators = 0, constraint = '', detail = '' }) => {
    const answers = between.map((one) => words(question, one));
    return texts[kind]({ title: label(question), answers, annotators, constraint, detail });
  };
}

const noTask = { questions: [] } as unknown as TaskReply;

interface Given extends Required<Pick<OpenReason, 'annotators' | 'constraint' | 'detail'>> {
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
  },
});
