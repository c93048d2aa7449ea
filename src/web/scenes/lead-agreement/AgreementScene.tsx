import { EmptyState } from '../../components/EmptyState.tsx';
import type { SceneProps } from '../../scenes.ts';

export function AgreementScene(_: SceneProps) {
  return <EmptyState title="AgreementScene" />;
}
