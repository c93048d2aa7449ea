import { EmptyState } from '../../components/EmptyState.tsx';
import type { SceneProps } from '../../scenes.ts';

export function ResultScene(_: SceneProps) {
  return <EmptyState title="ResultScene" />;
}
