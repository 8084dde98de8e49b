import { Component, type ReactNode } from 'react';
import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';

/** Keeps a page that breaks, or that could not be loaded, from taking the navigation with it. */
export class PageBoundary extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {};

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override render(): ReactNode {
    if (!this.state.error) return this.props.children;
    return (
      <Banner
        status="error"
        title="This page could not be shown."
        actions={<Button onClick={() => location.reload()}>Load it again</Button>}
      >
        What was saved is safe. If this happens again, please tell your administrator what you did before.
      </Banner>
    );
  }
}
