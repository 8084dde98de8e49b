import 'react';

declare module 'react' {
  /** The style variables that the form's parts hand to their style sheets. */
  interface CSSProperties {
    '--at'?: string;
    '--columns'?: string;
    '--column-divider'?: string;
    '--expected-height'?: string;
    '--least-rows'?: number;
    '--message-columns'?: string;
    '--message-edge'?: string;
    '--most-rows'?: number;
    '--row-divider'?: string;
    '--table-columns'?: number;
  }
}
