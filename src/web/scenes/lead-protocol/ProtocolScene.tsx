import { EmptyState } from '../../components/EmptyState.tsx';
import type { SceneProps } from '../../scenes.ts';

export function ProtocolScene(_: SceneProps) {
  return <EmptyState title="ProtocolScene" />;
}
