import { EmptyState } from '../../components/EmptyState.tsx';
import type { SceneProps } from '../../scenes.ts';

export function UnitsScene(_: SceneProps) {
  return <EmptyState title="UnitsScene" />;
}
