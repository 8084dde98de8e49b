import { useRef } from 'react';
import type { FieldProblem } from '../api/ApiError.ts';
import { useKey } from '../keys/useKey.ts';

/** The key leads from one thing to complete to the next, and from the last to the first; from when the page is there. */
export function useNextProblem(problems: readonly FieldProblem[], onJump: (path: string) => void): void {
  const last = useRef<string>(undefined);
  const next = () => {
    const at = problems.findIndex(({ path }) => path === last.current);
    const problem = problems[(at + 1) % problems.length];
    last.current = problem?.path;
    if (problem) onJump(problem.path);
  };
  useKey('F8', problems.length > 0 ? next : undefined);
}
