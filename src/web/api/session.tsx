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

/** What is known about who is signed in. */
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
  /** Asks again who is signed in. */
  readonly reload: () => Promise<void>;
}

const SessionContext = createContext<SessionControl | null>(null);

/** Finds out who is signed in, for everything inside. */
export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const [state, setState] = useState<SessionState>({ kind: 'loading' });
  /** Whether the server could not be reached when it was last asked who is signed in. */
  const [isAlone, setIsAlone] = useState(false);
  const enter = useCallback((session: Session) => {
    setSession(session);
    // Without the token: the server sends a new one as soon as it is back.
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
      // Offline after a reload: go on as the person whose replies this browser has stored.
      const kept = failure instanceof OfflineError ? await lastReplies.read(keptName) : undefined;
      if (kept !== undefined && currentAccount() === null) setSession(kept as Session);
      setState((before) => {
        if (before.kind === 'signed-in') return before;
        if (kept === undefined) return { kind: 'unreachable' };
        return { kind: 'signed-in', session: kept as Session };
      });
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

/** Who is signed in, and how to change that. */
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
  const roles = ['lead', 'adjudicator', 'annotator', 'reviewer'] as const;
  return roles.filter((role) =>
    session.memberships.some((one) => one.role === role && ['*', project].includes(one.project)),
  );
}
