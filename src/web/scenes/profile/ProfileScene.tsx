import { EmptyState } from '../../components/EmptyState.tsx';
import type { SceneProps } from '../../scenes.ts';

export function ProfileScene(_: SceneProps) {
  return <EmptyState title="ProfileScene" />;
}
