import { Alert, AlertTitle, Button } from '@mui/material';
import { Component, type ReactNode } from 'react';

interface State {
  error: Error | undefined;
}

/** Keeps the menu when a page breaks, and says so instead of showing nothing. */
export class Broken extends Component<{ children: ReactNode }, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <Alert
        severity="error"
        action={
          <Button color="inherit" onClick={() => window.location.reload()}>
            Load the page again
          </Button>
        }
      >
        <AlertTitle>This page could not be shown</AlertTitle>
        <span>{error.message}</span>
      </Alert>
    );
  }
}
