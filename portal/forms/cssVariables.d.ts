import 'react';

declare module 'react' {
  /** The style variables that the form's parts hand to their style sheets. */
  interface CSSProperties {
    '--columns'?: string;
    '--column-divider'?: string;
    '--expected-height'?: string;
    '--least-rows'?: number;
    '--most-rows'?: number;
    '--row-divider'?: string;
    '--table-columns'?: number;
  }
}
