import { useRef } from 'react';
import type { FieldProblem } from '../api/ApiError.ts';
import { useKey } from '../keys/useKey.ts';

/** The key leads from one thing to complete to the next, and from the last to the first; from when the page is there. */
export function useNextProblem(problems: readonly FieldProblem[], onJump: (path: string) => void): void {
  const last = useRef<string>(undefined);
  const next = () => {
    // A field that has several is one place.
    const paths = [...new Set(problems.map(({ path }) => path))];
    const path = paths[(paths.indexOf(last.current ?? '') + 1) % paths.length];
    last.current = path;
    if (path !== undefined) onJump(path);
  };
  useKey('F8', problems.length > 0 ? next : undefined);
}
