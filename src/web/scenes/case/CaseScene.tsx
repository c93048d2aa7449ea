import { EmptyState } from '../../components/EmptyState.tsx';
import type { SceneProps } from '../../scenes.ts';

export function CaseScene(_: SceneProps) {
  return <EmptyState title="CaseScene" />;
}
