import { Component, type ReactNode } from 'react';
import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';

interface PageBoundaryProps {
  /** What tells one visit of a page from the next. */
  visit: string;
  children: ReactNode;
}

interface State {
  error: Error | undefined;
}

/** Keeps a page that breaks from taking the navigation with it. The next visit of a page starts over. */
export class PageBoundary extends Component<PageBoundaryProps, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override componentDidUpdate({ visit }: PageBoundaryProps, { error }: State): void {
    // An error of this very visit stays: only one of the visit before is over.
    if (error && visit !== this.props.visit) this.setState({ error: undefined });
  }

  override render(): ReactNode {
    if (!this.state.error) return this.props.children;
    return (
      <Banner
        status="error"
        title="This page could not be shown."
        actions={<Button onClick={() => location.reload()}>Reload</Button>}
      >
        What was saved is safe. If this happens again, please tell your administrator what you did before.
      </Banner>
    );
  }
}
