import type { MyRunReply } from '../../../../server/routes/judging/my-work.ts';

/** What a round is called: its kind, and its own name where that says more. */
export function roundName(
  { kind, round }: Pick<MyRunReply, 'kind' | 'round'>,
  kinds: Readonly<Record<MyRunReply['kind'], string>>,
): string {
  return round === kind ? kinds[kind] : `${kinds[kind]} (${round})`;
}
