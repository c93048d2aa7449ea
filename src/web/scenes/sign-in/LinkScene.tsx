import { EmptyState } from '../../components/EmptyState.tsx';
import type { SceneProps } from '../../scenes.ts';

export function LinkScene(_: SceneProps) {
  return <EmptyState title="LinkScene" />;
}
