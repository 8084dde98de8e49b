import { useRef } from 'react';
import type { FieldProblem } from '../../api/ApiError.ts';
import { useShortcut } from '../../keys/useShortcut.ts';

/** Hook: the key F8 jumps to the next problem, and from the last to the first. */
export function useNextProblemKey(problems: readonly FieldProblem[], onJump: (path: string) => void): void {
  const last = useRef<string>(undefined);
  const next = () => {
    // Several problems of one field count once.
    const paths = [...new Set(problems.map(({ path }) => path))];
    const path = paths[(paths.indexOf(last.current ?? '') + 1) % paths.length];
    last.current = path;
    if (path !== undefined) onJump(path);
  };
  useShortcut('F8', problems.length > 0 ? next : undefined);
}
