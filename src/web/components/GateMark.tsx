import type { GateOutcome } from '../../domain/rounds/gate-status.ts';
import { useSharedTexts } from '../texts/shared-texts.ts';
import { StateMark } from './StateMark.tsx';
import type { StateKind } from './StateMark.tsx';

/** What a gate came to. `say` puts the word for it into its place; without it, the word alone. */
export function GateMark({
  outcome,
  say = (word) => word,
}: Readonly<{ outcome: GateOutcome; say?: (word: string) => string }>) {
  const words = useSharedTexts().gate;
  return <StateMark kind={kinds[outcome]}>{say(words[outcome])}</StateMark>;
}

const kinds: Readonly<Record<GateOutcome, StateKind>> = {
  none: 'quiet',
  passed: 'good',
  waived: 'warn',
  failed: 'bad',
  missing: 'warn',
  superseded: 'warn',
};
