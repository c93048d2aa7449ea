import type { MyRun } from './my-work.ts';

/** What a round is called: its kind, and its own name where that says more. */
export function roundName(
  { kind, round }: Pick<MyRun, 'kind' | 'round'>,
  kinds: Readonly<Record<MyRun['kind'], string>>,
): string {
  return round === kind ? kinds[kind] : `${kinds[kind]} (${round})`;
}
