import type { StandingName } from '../../../domain/fold/standing.ts';
import { StateMark } from '../../components/StateMark.tsx';
import type { StateKind } from '../../components/StateMark.tsx';
import { useTexts } from '../../texts/define-texts.ts';
import { standingTexts } from './standing-texts.ts';

/** Where a unit stands, as a word with a sign. */
export function StandingMark({ state }: { readonly state: StandingName }) {
  const texts = useTexts(standingTexts);
  return <StateMark kind={kinds[state]}>{texts.states[state]}</StateMark>;
}

const kinds: Readonly<Record<StandingName, StateKind>> = {
  open: 'warn',
  settled: 'good',
  ruled: 'good',
  excluded: 'quiet',
  awaiting: 'quiet',
  uncounted: 'warn',
  undrawn: 'quiet',
};
