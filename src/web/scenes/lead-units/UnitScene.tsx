import { EmptyState } from '../../components/EmptyState.tsx';
import type { SceneProps } from '../../scenes.ts';

export function UnitScene(_: SceneProps) {
  return <EmptyState title="UnitScene" />;
}
