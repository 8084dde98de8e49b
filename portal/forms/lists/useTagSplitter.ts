import { useEffect, useState } from 'react';

/** Splits typed or pasted text into tags. */
export type TagSplitter = (text: string) => string[];

/**
 * Returns the splitter of a tags field. A literal pattern works immediately; the RE2 engine for regular expressions is
 * lazy-loaded.
 */
export function useTagSplitter(pattern: string): TagSplitter {
  const literal = literalSplitter(pattern);
  const [loaded, setLoaded] = useState<{ split: TagSplitter }>();
  const isLiteral = literal !== undefined;
  useEffect(() => {
    if (isLiteral) return undefined;
    let isMounted = true;
    import('./re2Splitter.ts').then(
      ({ re2Splitter }) => isMounted && setLoaded({ split: re2Splitter(pattern) }),
      // Offline: each text stays a single tag.
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [isLiteral, pattern]);
  return literal ?? loaded?.split ?? noSplit;
}

const noSplit: TagSplitter = (text) => [text];

/** Returns a splitter for a pattern without special characters, or undefined for a regular expression. */
export function literalSplitter(pattern: string): TagSplitter | undefined {
  if (/[\\^$.|?*+()[\]{}]/.test(pattern)) return undefined;
  return pattern === '' ? noSplit : (text) => text.split(pattern);
}
