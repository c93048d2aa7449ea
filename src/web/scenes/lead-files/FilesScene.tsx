import { EmptyState } from '../../components/EmptyState.tsx';
import type { SceneProps } from '../../scenes.ts';

export function FilesScene(_: SceneProps) {
  return <EmptyState title="FilesScene" />;
}
