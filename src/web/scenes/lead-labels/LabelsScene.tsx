import { EmptyState } from '../../components/EmptyState.tsx';
import type { SceneProps } from '../../scenes.ts';

export function LabelsScene(_: SceneProps) {
  return <EmptyState title="LabelsScene" />;
}
