import { EmptyState } from '../../components/EmptyState.tsx';
import type { SceneProps } from '../../scenes.ts';

export function AnnotateScene(_: SceneProps) {
  return <EmptyState title="AnnotateScene" />;
}
