import { Button } from '@mantine/core';
import { Component } from 'react';
import type { ReactNode } from 'react';
import { useSharedTexts } from '../texts/shared-texts.ts';
import { Notice } from './Notice.tsx';

/** Keeps the rest of the page when a part fails. Drafts are safe: they are already stored. */
export class ErrorBoundary extends Component<
  { readonly children: ReactNode; readonly resetKey: string },
  { readonly failure: unknown }
> {
  override state: { readonly failure: unknown } = { failure: null };

  static getDerivedStateFromError(failure: unknown) {
    return { failure };
  }

  override componentDidUpdate(before: { readonly resetKey: string }) {
    if (before.resetKey !== this.props.resetKey && this.state.failure !== null)
      this.setState({ failure: null });
  }

  override render() {
    return this.state.failure === null ? (
      this.props.children
    ) : (
      <Broken failure={this.state.failure} />
    );
  }
}

function Broken({ failure }: { readonly failure: unknown }) {
  const texts = useSharedTexts().errors;
  return (
    <Notice
      kind="bad"
      title={texts.broken}
      actions={
        <Button size="compact-sm" variant="default" onClick={() => location.reload()}>
          {texts.reload}
        </Button>
      }
    >
      <p>{failure instanceof Error ? failure.message : String(failure)}</p>
    </Notice>
  );
}
