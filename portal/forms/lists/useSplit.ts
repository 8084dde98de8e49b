import { useEffect, useState } from 'react';

/** Splits typed or pasted text into tags. */
export type Split = (text: string) => string[];

/**
 * Returns the splitter of a tags field. A literal pattern works immediately; the RE2 engine for regular expressions is
 * lazy-loaded.
 */
export function useSplit(pattern: string): Split {
  const literal = literalSplit(pattern);
  const [loaded, setLoaded] = useState<{ split: Split }>();
  const isLiteral = literal !== undefined;
  useEffect(() => {
    if (isLiteral) return undefined;
    let isMounted = true;
    import('./re2Split.ts').then(
      ({ re2Split }) => isMounted && setLoaded({ split: re2Split(pattern) }),
      // Offline: each text stays a single tag.
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [isLiteral, pattern]);
  return literal ?? loaded?.split ?? noSplit;
}

const noSplit: Split = (text) => [text];

/** Returns a splitter for a pattern without special characters, or undefined for a regular expression. */
export function literalSplit(pattern: string): Split | undefined {
  if (/[\\^$.|?*+()[\]{}]/.test(pattern)) return undefined;
  return pattern === '' ? noSplit : (text) => text.split(pattern);
}
