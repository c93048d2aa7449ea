import type { Search } from '../../../router.ts';

/** What of the log is asked for; empty where everything is. */
export interface AuditChoice {
  readonly actor: string;
  readonly action: string;
  /** How the object begins, such as `run/`. */
  readonly object: string;
  /** Days, both included: 2026-03-01. */
  readonly from: string;
  readonly to: string;
  /** Without the judgments, which are most of it. */
  readonly isBrief: boolean;
}

/** What the address asks for. */
export function readFilter(search: Search): AuditChoice {
  return {
    actor: search['actor'] ?? '',
    action: search['action'] ?? '',
    object: search['object'] ?? '',
    from: search['from'] ?? '',
    to: search['to'] ?? '',
    isBrief: search['judgments'] === '0',
  };
}

/** The address that asks for it. */
export function writeFilter({ isBrief, ...rest }: AuditChoice): Search {
  const parts = Object.entries(rest).filter(([, value]) => value !== '');
  return Object.fromEntries([...parts, ...(isBrief ? [['judgments', '0']] : [])]) as Search;
}

/** The same as the server takes it: days of the reader as moments, the last one whole. */
export function auditQuery({
  actor,
  action,
  object,
  from,
  to,
  isBrief,
}: AuditChoice): Readonly<Record<string, string | undefined>> {
  return {
    actor: given(actor),
    actions: given(action),
    without: isBrief && action === '' ? 'judge,judge-again' : undefined,
    object: given(object),
    from: dayStart(from, 0),
    to: dayStart(to, 1),
  };
}

function given(text: string): string | undefined {
  return text.trim() === '' ? undefined : text.trim();
}

function dayStart(day: string, later: number): string | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (parts === null) return undefined;
  return new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]) + later).toISOString();
}
