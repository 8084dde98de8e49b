import 'react';

declare module 'react' {
  /** The style variables that the designer's parts hand to their style sheets. */
  interface CSSProperties {
    '--level'?: number;
  }
}
