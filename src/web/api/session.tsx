import { createContext, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { RoleName, SessionReply } from '../../server/routes/people/session.ts';
import { replies } from './cache.ts';
import { lastReplies } from '../offline/cacheable-request.ts';
import {
  ApiError,
  currentAccount,
  followSessionLoss,
  OfflineError,
  request,
  setSession,
} from './client.ts';

/** What somebody may do in a project. */
export type Role = RoleName;

/** Who is signed in, as the server says it. The project `*` is the whole workspace. */
export type Session = SessionReply;

/** What is known about who is there. */
export type SessionState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'signed-in'; readonly session: Session };

interface SessionControl {
  readonly state: SessionState;
  /** Takes over a session that has begun or changed. */
  readonly enter: (session: Session) => void;
  /** Ends the session. */
  readonly leave: () => Promise<void>;
  /** Looks again who is signed in. */
  readonly reload: () => Promise<void>;
}

const SessionContext = createContext<SessionControl | null>(null);

/** Finds out who is signed in, and tells everything inside. */
export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const [state, setState] = useState<SessionState>({ kind: 'loading' });
  /** Whether the server has not said yet who is here. */
  const [isAlone, setIsAlone] = useState(false);
  const enter = useCallback((session: Session) => {
    setSession(session);
    // Without the token: it is told anew as soon as the server is back.
    void lastReplies.write(session.account.id, keptName, { ...session, csrf_token: null });
    setState((before) => {
      if (before.kind === 'signed-in' && before.session.account.id !== session.account.id)
        replies.clear();
      return { kind: 'signed-in', session };
    });
  }, []);
  const reload = useCallback(async () => {
    try {
      enter(await request<Session>('/api/session'));
      setIsAlone(false);
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 'not-signed-in') {
        setSession(null);
        setState({ kind: 'signed-out' });
        return;
      }
      // A reload without a connection: whoever was here goes on with what this browser has.
      const kept = failure instanceof OfflineError ? await lastReplies.read(keptName) : undefined;
      if (kept !== undefined && currentAccount() === null) setSession(kept as Session);
      setState((before) =>
        before.kind === 'signed-in'
          ? before
          : kept === undefined
            ? { kind: 'unreachable' }
            : { kind: 'signed-in', session: kept as Session },
      );
      setIsAlone(true);
    }
  }, [enter]);
  const leave = useCallback(async () => {
    await request('/api/session', { method: 'DELETE' });
    setSession(null);
    replies.clear();
    await lastReplies.clear();
    setState({ kind: 'signed-out' });
  }, []);
  useEffect(() => {
    void reload();
    return followSessionLoss(() => void reload());
  }, [reload]);
  useEffect(() => {
    if (!isAlone) return undefined;
    const timer = setInterval(() => void reload(), pause);
    return () => clearInterval(timer);
  }, [isAlone, reload]);
  const control = useMemo(() => ({ state, enter, leave, reload }), [state, enter, leave, reload]);
  return <SessionContext value={control}>{children}</SessionContext>;
}

const keptName = 'session';
const pause = 5000;

/** Who is there, and how that changes. */
export function useSessionControl(): SessionControl {
  const control = useContext(SessionContext);
  if (control === null) throw new Error('There is no SessionProvider around this component');
  return control;
}

/** Who is signed in; only inside scenes that need somebody. */
export function useSession(): Session {
  const { state } = useSessionControl();
  if (state.kind !== 'signed-in') throw new Error('This scene needs somebody who is signed in');
  return state.session;
}

/** The roles of a person in a project, including workspace roles, the most powerful first. */
export function rolesIn(session: Session, project: string): readonly Role[] {
  const held = new Set(
    session.memberships
      .filter((one) => one.project === project || one.project === '*')
      .map((one) => one.role),
  );
  return (['lead', 'adjudicator', 'annotator', 'reviewer'] as const).filter((role) =>
    held.has(role),
  );
}
