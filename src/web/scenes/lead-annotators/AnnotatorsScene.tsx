import { EmptyState } from '../../components/EmptyState.tsx';
import type { SceneProps } from '../../scenes.ts';

export function AnnotatorsScene(_: SceneProps) {
  return <EmptyState title="AnnotatorsScene" />;
}
