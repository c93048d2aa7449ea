import { loadExamples } from '../src/operations/protocol/load-examples.ts';
import { PasswordHasher } from '../src/operations/people/password.ts';
import type { WorkContext } from '../src/operations/work-context.ts';
import type { Store } from '../src/store/open-store.ts';
import { DatabaseTemplate } from './database-template.ts';

/** The lead of a workspace, with a clock that stands still and ids that count up. */
export function leadOf(store: Store, firstId = 0): WorkContext {
  let ids = firstId;
  return {
    store,
    clock: () => new Date('2026-03-02T08:00:00Z'),
    newId: () => `id-${String((ids += 1)).padStart(8, '0')}`,
    actor: { account: 'lead', login: 'lead', roleIn: () => 'lead', via: 'cli' },
  };
}

/** The ids that the lead of complete examples gives out begin after those that are in use. */
export const firstFreeId = 1_000_000;

/**
 * Puts a database with the four examples at a path, worked through to the end: nothing is left to
 * judge or to rule on. It is a copy of one that is made once.
 */
export async function putCompleteExamples(path: string): Promise<string> {
  return await complete.put(path);
}

/** Puts a database with the four examples at a path, as they are loaded to be looked at. */
export async function putExamples(path: string): Promise<string> {
  return await begun.put(path);
}

const [begun, complete] = [templateOf(false), templateOf(true)];

function templateOf(isComplete: boolean): DatabaseTemplate {
  const passwords = new PasswordHasher({ logN: 4, r: 8, p: 1 });
  return new DatabaseTemplate(async (store) => {
    await loadExamples(leadOf(store), passwords, 'a password', isComplete);
  });
}
