import type { ThreadReply } from '../../../server/routes/discussion/threads.ts';

const name = 'assay-answers-seen';

/** Answers to the user's questions that were not opened in this browser yet. */
export function unseenAnswers(threads: readonly ThreadReply[]): number {
  const seen = localStorage.getItem(name) ?? '';
  return threads
    .filter(({ own }) => own)
    .flatMap(({ replies }) => replies)
    .filter((reply) => reply.kind === 'answer' && reply.at > seen).length;
}

/** Notes that these threads were looked at. */
export function noteAnswersSeen(threads: readonly ThreadReply[]): void {
  const seen = localStorage.getItem(name) ?? '';
  const last = threads
    .flatMap(({ replies }) => replies)
    .reduce((most, { at }) => (at > most ? at : most), seen);
  if (last !== seen) localStorage.setItem(name, last);
}
