import type { Attempt } from '../../../domain/models/attempt.ts';

/**
 * Attempts that were kept together, as a journal has them: what is the same for all of them once,
 * the rest as rows of values. Most of a batch differs in a few fields only.
 */
interface JournalAttempts {
  readonly is: 'attempts';
  readonly shared: Partial<Attempt>;
  readonly fields: readonly (keyof Attempt)[];
  readonly rows: readonly (readonly unknown[])[];
  /** The judgments that some of them became, as their file has them. */
  readonly judgments: readonly object[];
  /** Whether it was written to the disk together with the event before. */
  readonly joined?: boolean;
}

/** The same as journals had them before; they are still read. */
interface PlainAttempts {
  readonly is: 'attempts';
  readonly attempts: readonly Attempt[];
  readonly judgments: readonly string[];
}

/** Attempts as a line of a journal has them. */
export type AttemptsEvent = JournalAttempts | PlainAttempts;

/** The line of a journal about attempts; lines of judgments are JSON and put in as they are. */
export function attemptsLine(
  attempts: readonly Attempt[],
  judgments: readonly string[],
  hasBefore: boolean,
): string {
  const [first] = attempts;
  const all = Object.keys(first!) as (keyof Attempt)[];
  const fields = all.filter((field) => !isShared(attempts, field));
  const shared = Object.fromEntries(
    all.filter((field) => !fields.includes(field)).map((field) => [field, first![field]]),
  );
  const rows = attempts.map((attempt) => fields.map((field) => attempt[field]));
  const joined = hasBefore ? { joined: true } : {};
  const event = JSON.stringify({ is: 'attempts', ...joined, shared, fields, rows });
  return `${event.slice(0, -1)},"judgments":[${judgments.join(',')}]}`;
}

/** The attempts of such a line. */
export function attemptsOf(event: AttemptsEvent): readonly Attempt[] {
  if ('attempts' in event) return event.attempts;
  const { shared, fields, rows } = event;
  return rows.map((row) => {
    const own = fields.map((field, at) => [field, row[at]]);
    return { ...shared, ...(Object.fromEntries(own) as Partial<Attempt>) } as Attempt;
  });
}

/** Whether such a line was written together with the one before. */
export function isJoined(event: AttemptsEvent): boolean {
  return 'joined' in event && event.joined === true;
}

/** The lines of the judgments of such a line. */
export function judgmentLinesOf({ judgments }: AttemptsEvent): readonly string[] {
  return judgments.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
}

function isShared(attempts: readonly Attempt[], field: keyof Attempt): boolean {
  const value = attempts[0]![field];
  if (Array.isArray(value) && value.length === 0)
    return attempts.every((one) => (one[field] as readonly unknown[]).length === 0);
  return attempts.every((one) => one[field] === value);
}
