import { useEffect, useRef } from 'react';

/** Measures how long somebody works on a unit. */
export interface ActiveTime {
  /** The active seconds so far. */
  readonly seconds: () => number;
  /** Forgets what was measured, once it was handed in. */
  readonly forget: () => void;
}

/**
 * The active seconds on a unit: the time between one act and the next. A longer pause counts as
 * `idle` seconds, a hidden page as none. A reload goes on counting.
 */
export function useActiveTime(name: string, idle: number): ActiveTime {
  const clock = useRef<ActiveClock | null>(null);
  clock.current ??= new ActiveClock(performance.now(), idle, keptSeconds(name));
  useEffect(() => {
    const act = (): void => clock.current?.act(performance.now());
    const turn = (): void => {
      clock.current?.setHidden(document.visibilityState === 'hidden', performance.now());
      keepSeconds(name, clock.current?.seconds(performance.now()) ?? 0);
    };
    const leave = (): void => keepSeconds(name, clock.current?.seconds(performance.now()) ?? 0);
    for (const event of acts) addEventListener(event, act, { passive: true, capture: true });
    document.addEventListener('visibilitychange', turn);
    addEventListener('pagehide', leave);
    return () => {
      for (const event of acts) removeEventListener(event, act, { capture: true });
      document.removeEventListener('visibilitychange', turn);
      removeEventListener('pagehide', leave);
    };
  }, [name]);
  return useRef<ActiveTime>({
    seconds: () => Math.round((clock.current?.seconds(performance.now()) ?? 0) * 10) / 10,
    forget: () => keepSeconds(name, null),
  }).current;
}

/** Adds up active time. Moments are milliseconds. @internal */
export class ActiveClock {
  readonly #idle: number;
  #active: number;
  #last: number;
  #isHidden = false;

  constructor(now: number, idleSeconds: number, seconds = 0) {
    this.#idle = idleSeconds * 1000;
    this.#active = seconds * 1000;
    this.#last = now;
  }

  /** Somebody did something. */
  act(now: number): void {
    this.#active += this.#since(now);
    this.#last = now;
  }

  /** The page was hidden or came back. */
  setHidden(isHidden: boolean, now: number): void {
    this.act(now);
    this.#isHidden = isHidden;
  }

  /** What was measured until now. */
  seconds(now: number): number {
    return (this.#active + this.#since(now)) / 1000;
  }

  #since(now: number): number {
    return this.#isHidden ? 0 : Math.min(Math.max(now - this.#last, 0), this.#idle);
  }
}

const acts = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'scroll', 'touchmove'] as const;

function keptSeconds(name: string): number {
  return Number(sessionStorage.getItem(`assay-active ${name}`) ?? 0) || 0;
}

function keepSeconds(name: string, seconds: number | null): void {
  if (seconds === null) sessionStorage.removeItem(`assay-active ${name}`);
  else sessionStorage.setItem(`assay-active ${name}`, String(seconds));
}
