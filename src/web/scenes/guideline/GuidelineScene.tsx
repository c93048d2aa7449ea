import { EmptyState } from '../../components/EmptyState.tsx';
import type { SceneProps } from '../../scenes.ts';

export function GuidelineScene(_: SceneProps) {
  return <EmptyState title="GuidelineScene" />;
}
