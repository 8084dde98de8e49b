import 'react';

declare module 'react' {
  /** The style variable that a tree hands to its style sheet. */
  interface CSSProperties {
    '--level'?: number;
  }
}
