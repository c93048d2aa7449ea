import { refuse } from '../../domain/fault.ts';

/** Somebody has changed what planned work depends on, so it must be planned again. */
export class Overtaken extends Error {}

/** How often planned work begins again because it was overtaken. */
const mostAttempts = 5;

/** Plans and does some work, again while it is overtaken; a few times at most. */
export async function retryOvertaken<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work();
    } catch (failure) {
      if (!(failure instanceof Overtaken)) throw failure;
      if (attempt === mostAttempts) refuse('project-changed');
    }
}
