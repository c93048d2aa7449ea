import { EmptyState } from '../../components/EmptyState.tsx';
import type { SceneProps } from '../../scenes.ts';

export function AuditScene(_: SceneProps) {
  return <EmptyState title="AuditScene" />;
}
