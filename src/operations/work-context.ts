import type { Store } from '../store/open-store.ts';
import type { ModelAccess } from './models/model-services.ts';
import type { Role } from '../store/tables.ts';

export type { Role };

/** What every operation gets: the store, the time, new ids, and who asks. */
export interface WorkContext {
  readonly store: Store;
  readonly clock: () => Date;
  /** A new id; later ones sort behind earlier ones (see timeOrderedIds). */
  readonly newId: () => string;
  readonly actor: Actor;
  /** What models are reached with; by default what the environment has for the providers. */
  readonly models?: ModelAccess;
}

/** Who asks, and what they may do. The login is the annotator's id in slots and judgments. */
export interface Actor {
  readonly account: string;
  readonly login: string;
  /** The highest role in a project or the whole workspace (`*`); null if not a member. */
  readonly roleIn: (project: string) => Role | null;
  readonly via: 'session' | 'token' | 'cli';
  /** For an account without a password: who made its link, who may well be the one using it. */
  readonly guestOf?: readonly string[];
}

/** The time of the context, as it is stored. */
export function timeOf(context: Pick<WorkContext, 'clock'>): string {
  return context.clock().toISOString();
}
