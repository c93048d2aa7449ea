import { EmptyState } from '../../components/EmptyState.tsx';
import type { SceneProps } from '../../scenes.ts';

export function HomeScene(_: SceneProps) {
  return <EmptyState title="HomeScene" />;
}
