import { EmptyState } from '../../components/EmptyState.tsx';
import type { SceneProps } from '../../scenes.ts';

export function OverviewScene(_: SceneProps) {
  return <EmptyState title="OverviewScene" />;
}
