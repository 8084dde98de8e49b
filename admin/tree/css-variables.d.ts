import 'react';

declare module 'react' {
  /** CSS custom property set by the tree's lines. */
  interface CSSProperties {
    '--level'?: number;
  }
}
