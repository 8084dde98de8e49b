import { Alert, AlertTitle } from '@mui/material';
import { Component, type ReactNode } from 'react';
import { ReloadButton } from './lazily.tsx';

interface BrokenProps {
  /** What tells one visit of a page from the next. */
  visit: string;
  children: ReactNode;
}

interface State {
  error: Error | undefined;
}

/** Keeps the menu when a page breaks, and says so instead of showing nothing. The next visit of a page starts over. */
export class Broken extends Component<BrokenProps, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override componentDidUpdate({ visit }: BrokenProps, { error }: State): void {
    // An error of this very visit stays: only one of the visit before is over.
    if (error && visit !== this.props.visit) this.setState({ error: undefined });
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <Alert severity="error" action={<ReloadButton />}>
        <AlertTitle>This page could not be shown</AlertTitle>
        <span>{error.message}</span>
      </Alert>
    );
  }
}
