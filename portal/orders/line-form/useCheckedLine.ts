import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JsonMap } from '#schemas/generated/types.ts';
import { request } from '../../api/request.ts';
import { useDebounced } from '../../lists/useDebounced.ts';
import type { DataProblem } from './errorSchema.ts';

/** What is asked of a product that is being made: whether its schema can be used, and what of a line's data it would refuse. */
export interface AskedLine {
  schema: JsonMap;
  parent: string | null;
  /** Those that a new line begins with where none are given. */
  data?: JsonMap | undefined;
}

interface CheckedLine {
  schema?: JsonMap;
  data?: JsonMap;
  problems: DataProblem[];
}

/** A line as the server would have it by a product that is not saved yet. */
export interface LineCheck {
  /** What is wrong with the schema, by pointers into it. */
  faults: readonly DataProblem[];
  /** By the schema as it is, or as it was when it could last be used; nothing before one could. */
  line: { schema: JsonMap; data: JsonMap; problems: readonly DataProblem[] } | undefined;
  /** Why the server could not be asked. */
  error: Error | null;
}

/** Asks the server half a second after what is asked about was typed. */
export function useCheckedLine(asked: AskedLine): LineCheck {
  const text = useDebounced(JSON.stringify(asked));
  const check = async (body: AskedLine, signal: AbortSignal) =>
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
