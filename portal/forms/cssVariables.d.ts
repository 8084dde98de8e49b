import 'react';

declare module 'react' {
  /** The CSS custom properties that form components set in `style` for their style sheets. */
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
