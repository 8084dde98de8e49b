import { Component, type ReactNode } from 'react';

interface PageBoundaryProps {
  /** What tells one visit of a page from the next. */
  visit: string;
  /** What stands in place of a page that breaks. */
  fallback: (error: Error) => ReactNode;
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
    const { error } = this.state;
    return error ? this.props.fallback(error) : this.props.children;
  }
}
