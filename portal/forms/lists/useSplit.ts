import { useEffect, useState } from 'react';

/** Takes a typed or pasted text apart. */
export type Split = (text: string) => string[];

/** The splitting of a tags field. A pattern of plain text is there at once; the engine for any other is loaded on first use. */
export function useSplit(pattern: string): Split {
  const literal = literalSplit(pattern);
  const [loaded, setLoaded] = useState<{ split: Split }>();
  const isLiteral = literal !== undefined;
  useEffect(() => {
    if (isLiteral) return undefined;
    let isWanted = true;
    import('./re2Split.ts').then(
      ({ re2Split }) => isWanted && setLoaded({ split: re2Split(pattern) }),
      // Without a network each text stays one tag.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [isLiteral, pattern]);
  return literal ?? loaded?.split ?? whole;
}

const whole: Split = (text) => [text];

/** The splitting by a pattern in which no character has a meaning of its own; nothing for any other. */
export function literalSplit(pattern: string): Split | undefined {
  if (/[\\^$.|?*+()[\]{}]/.test(pattern)) return undefined;
  return pattern === '' ? whole : (text) => text.split(pattern);
}
