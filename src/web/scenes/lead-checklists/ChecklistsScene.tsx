import { EmptyState } from '../../components/EmptyState.tsx';
import type { SceneProps } from '../../scenes.ts';

export function ChecklistsScene(_: SceneProps) {
  return <EmptyState title="ChecklistsScene" />;
}
