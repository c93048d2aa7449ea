import { EmptyState } from '../../components/EmptyState.tsx';
import type { SceneProps } from '../../scenes.ts';

export function SignInScene(_: SceneProps) {
  return <EmptyState title="SignInScene" />;
}
