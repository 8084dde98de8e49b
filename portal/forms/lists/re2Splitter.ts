import { RE2JS } from 're2js';
import type { TagSplitter } from './useTagSplitter.ts';

/**
 * Compiles a regular expression with RE2, which runs in linear time whatever the form's author wrote (no ReDoS). Loaded
 * lazily, see useTagSplitter.ts.
 */
export function re2Splitter(pattern: string): TagSplitter {
  try {
    const compiled = RE2JS.compile(pattern);
    // Limit -1 keeps a trailing empty string: it is the tag that is typed next.
    return (text) => compiled.split(text, -1);
  } catch {
    // RE2 rejects the pattern: the field still accepts one tag at a time.
    return (text) => [text];
  }
}
