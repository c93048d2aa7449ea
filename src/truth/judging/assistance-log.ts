import type { Answer } from '../../domain/answer.ts';
import { suggestionUse } from '../../domain/judging/assistance.ts';
import type { Assistance, SuggestionUse } from '../../domain/judging/assistance.ts';
import type { Answers, LoggedJudgment } from '../../domain/judging/judgment.ts';
import { storedJson } from '../../domain/stored-json.ts';

/** A judgment of an assisted round, beside the suggestion on its unit. */
export interface AssistedJudgment {
  readonly annotator: string;
  readonly by: string;
  /** False for one of the blind control share. */
  readonly shown: boolean;
  readonly seconds: number | null;
  /** By question: whether the answer is the suggested one. What was not suggested is absent. */
  readonly uses: Readonly<Record<string, Exclude<SuggestionUse, 'none'>>>;
}

/** The judgments of assisted rounds, the latest of each annotator on each unit. */
export class AssistanceLog {
  readonly #judgments = new Map<string, AssistedJudgment>();

  /** Takes in what an annotator answered last. */
  add(entry: LoggedJudgment, { by, shown, suggested }: Assistance): void {
    const { annotator, seconds } = entry;
    const answers = storedJson<Answers>(entry.answers, 'judgment', 'answers', entry);
    const uses = usesOf(suggested, answers);
    this.#judgments.set(keyOf(entry), { annotator, by, shown, seconds, uses });
  }

  /** Forgets an annotator's judgment on a unit, after a later one outside of assisted rounds. */
  forget(entry: LoggedJudgment): void {
    if (this.#judgments.size > 0) this.#judgments.delete(keyOf(entry));
  }

  get judgments(): readonly AssistedJudgment[] {
    return [...this.#judgments.values()];
  }
}

function usesOf(suggested: Answers, answers: Answers): AssistedJudgment['uses'] {
  return Object.fromEntries(
    Object.entries(suggested).flatMap(([question, answer]: readonly [string, Answer]) => {
      const use = suggestionUse(answer, answers[question]);
      return use === 'none' ? [] : [[question, use]];
    }),
  );
}

function keyOf({ unit, annotator }: LoggedJudgment): string {
  return JSON.stringify([unit, annotator]);
}
