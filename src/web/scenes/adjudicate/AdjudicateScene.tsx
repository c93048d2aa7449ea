import { EmptyState } from '../../components/EmptyState.tsx';
import type { SceneProps } from '../../scenes.ts';

export function AdjudicateScene(_: SceneProps) {
  return <EmptyState title="AdjudicateScene" />;
}
