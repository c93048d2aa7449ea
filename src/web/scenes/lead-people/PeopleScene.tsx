import { EmptyState } from '../../components/EmptyState.tsx';
import type { SceneProps } from '../../scenes.ts';

export function PeopleScene(_: SceneProps) {
  return <EmptyState title="PeopleScene" />;
}
