import { Component, type ReactNode } from 'react';

interface PageBoundaryProps {
  /** Identifies the current navigation; the error is cleared when it changes. */
  resetKey: string;
  /** Renders the fallback for a page that crashed. */
  fallback: (error: Error) => ReactNode;
  children: ReactNode;
}

interface State {
  error: Error | undefined;
}

/** An error boundary around a page: a crash leaves the navigation intact, and the next navigation resets it. */
export class PageErrorBoundary extends Component<PageBoundaryProps, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override componentDidUpdate({ resetKey }: PageBoundaryProps, { error }: State): void {
    // Reset only errors of the previous navigation.
    if (error && resetKey !== this.props.resetKey) this.setState({ error: undefined });
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error ? this.props.fallback(error) : this.props.children;
  }
}
