import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JsonMap } from '#schemas/generated/types.ts';
import { request } from '../../api/request.ts';
import { useDebounced } from '../../lists/useDebounced.ts';
import type { DataProblem } from './errorSchema.ts';

/**
 * The body of a validation request for an unsaved product: whether its schema is usable, and which problems its line
 * data has.
 */
export interface LineCheckInput {
  schema: JsonMap;
  parent: string | null;
  /** The data of the line; without it, the defaults of a new line. */
  data?: JsonMap | undefined;
}

interface CheckedLine {
  schema?: JsonMap;
  data?: JsonMap;
  problems: DataProblem[];
}

/** The server's validation result for a line of an unsaved product. */
export interface LineCheck {
  /** The problems of the schema; paths are JSON pointers into it. */
  faults: readonly DataProblem[];
  /** The line by the last usable schema; undefined until there is one. */
  line: { schema: JsonMap; data: JsonMap; problems: readonly DataProblem[] } | undefined;
  /** Why the request failed. */
  error: Error | null;
}

/** Hook: validates an unsaved product schema and sample data on the server, debounced by half a second. */
export function useLineCheck(input: LineCheckInput): LineCheck {
  const text = useDebounced(JSON.stringify(input));
  const check = async (body: LineCheckInput, signal: AbortSignal) =>
    await request<CheckedLine>({ method: 'POST', path: 'products/check', body, signal });
  const now = useQuery({
    queryKey: ['checked line', text],
    queryFn: ({ signal }) => check(JSON.parse(text), signal),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  const [usable, setUsable] = useState<CheckedLine>();
  if (now.data?.schema && now.data !== usable) setUsable(now.data);
  return {
    faults: below('/schema', now.data?.problems),
    line: usable && {
      schema: usable.schema ?? {},
      data: usable.data ?? {},
      problems: below('/data', usable.problems),
    },
    error: now.error,
  };
}

const below = (place: string, problems: readonly DataProblem[] = []): DataProblem[] =>
  problems
    .filter(({ path }) => path === place || path.startsWith(`${place}/`))
    .map(({ path, message }) => ({ path: path.slice(place.length), message }));
