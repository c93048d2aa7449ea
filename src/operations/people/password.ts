import type { CodedText } from '../../domain/coded-text.ts';
import { codedText } from '../../domain/text-values.ts';
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import { refuse } from '../../domain/fault.ts';
import { passwordWeakness } from './weak-password.ts';
import type { PasswordOwner } from './weak-password.ts';

/** How much work each guess of a password costs. */
export interface PasswordCost {
  /** Memory is 128 · 2^logN · r bytes. */
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}

/** 128 MiB and about half a second of one processor. @internal */
export const passwordCost: PasswordCost = { logN: 17, r: 8, p: 1 };

const shortestPassword = 10;
/** Hashing time grows with the length, so it is bounded. */
const longestPassword = 256;

/**
 * Hashes and checks passwords with scrypt, which needs much memory. Only one runs at a time and few
 * wait, so that signing in never takes the memory and threads that saving needs. Strangers wait in
 * a line of their own, which comes last: however many guess, whoever is known does not wait for
 * them.
 */
export class PasswordHasher {
  readonly #cost: PasswordCost;
  readonly #decoy: string;
  #isBusy = false;
  readonly #lines = { known: [] as Turn[], strangers: [] as Turn[] };

  constructor(cost: PasswordCost = passwordCost) {
    this.#cost = cost;
    // What an unknown name is compared with, so that it takes as long as a known one. Made without
    // hashing: nothing matches it.
    this.#decoy = printed(cost, randomBytes(16), randomBytes(keyBytes));
  }

  /** The hash to keep, with its parameters and salt. */
  async hash(password: string, owner: PasswordOwner | null = null): Promise<string> {
    checkPassword(password, owner);
    const salt = randomBytes(16);
    const key = await this.#inTurn('known', () => derive(password, salt, this.#cost));
    return printed(this.#cost, salt, key);
  }

  /** Whether a password matches; null is an account without one, and takes just as long. */
  async verify(
    password: string,
    kept: string | null,
    by: 'known' | 'strangers' = 'known',
  ): Promise<boolean> {
    if (password.length > longestPassword) return false;
    const { cost, salt, key } = parsed(kept ?? this.#decoy);
    const derived = await this.#inTurn(by, () => derive(password, salt, cost));
    return timingSafeEqual(derived, key) && kept !== null;
  }

  async #inTurn<T>(by: 'known' | 'strangers', work: () => Promise<T>): Promise<T> {
    const { known, strangers } = this.#lines;
    const line = this.#lines[by];
    if (line.length >= mostWaiting) refuse('too-many-attempts', { seconds: 5 });
    // Whoever ends hands the turn on, so that no newcomer takes it.
    if (this.#isBusy) await new Promise<void>((begin) => line.push(begin));
    this.#isBusy = true;
    try {
      return await work();
    } finally {
      const next = known.shift() ?? strangers.shift();
      if (next === undefined) this.#isBusy = false;
      else next();
    }
  }
}

/** Refuses a password that is too short, too long, blank, not text, or easy to guess. */
export function checkPassword(password: string, owner: PasswordOwner | null = null): void {
  const expected = codedText('characters', { least: shortestPassword, most: longestPassword });
  const refuseIf = (isWrong: boolean, got: CodedText): void => {
    if (isWrong) refuse('wrong-value', { field: 'password', got, expected });
  };
  const { length } = password;
  const isLong = length > longestPassword;
  refuseIf(length < shortestPassword || isLong, codedText('length', { count: length }));
  refuseIf(password.trim() === '', codedText('only-spaces'));
  refuseIf(!password.isWellFormed(), codedText('not-a-text'));
  const weakness = passwordWeakness(password, owner);
  if (weakness !== null) {
    const reason = codedText(`password-${weakness}`);
    refuse('weak-password', { reason }, { field: 'password' });
  }
}

/** Lets one that waits begin. */
type Turn = () => void;

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
const keyBytes = 32;
const mostWaiting = 64;

function derive(password: string, salt: Buffer, { logN, r, p }: PasswordCost): Promise<Buffer> {
  const N = 2 ** logN;
  const options = { N, r, p, maxmem: 256 * N * r };
  // The same characters may be typed in several ways, which normalising makes one.
  return scryptAsync(password.normalize('NFKC'), salt, keyBytes, options);
}

function printed({ logN, r, p }: PasswordCost, salt: Buffer, key: Buffer): string {
  return ['scrypt', logN, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

function parsed(kept: string) {
  const [name, logN, r, p, salt, key] = kept.split('$');
  if (name !== 'scrypt' || salt === undefined || key === undefined)
    throw new Error('A password is kept in a form that is not known');
  return {
    cost: { logN: Number(logN), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  };
}
