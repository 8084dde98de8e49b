import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Form, FormBacktest, JsonMap } from '#schemas/generated/types.ts';
import { request } from '../../provider/http.ts';

/** How often it is asked how far a backtest is; milliseconds. */
const pause = 700;

/** How many trials are looked through for one that came to its end. */
const latest = 5;

/** The last trial of a form that came to its end, of those that the person may read; null where none of the latest did. */
export const lastBacktest = (form: string | undefined) =>
  queryOptions({
    queryKey: ['form-backtest', 'last', form],
    queryFn: async ({ signal }): Promise<FormBacktest | null> => {
      const url = `/api/forms/${form}/backtests?limit=${latest}&columns=status,coverage,done,endedAt`;
      const { results }: { results: FormBacktest[] } = (await request(url, { signal })).json;
      return results.find(({ status }) => status === 'done') ?? null;
    },
    enabled: form !== undefined,
  });

/** Tries a formSchema on the last orders of its form, by a job of the server. */
export function useBacktest({ id: form }: Pick<Form, 'id'>) {
  const cache = useQueryClient();
  const [id, setId] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const at = `/api/forms/${form}/backtests`;
  const key = ['form-backtest', id];
  const { data: backtest, error } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<FormBacktest> => (await request(`${at}/${id}`, { signal })).json,
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? pause : false),
  });
  const call = async (url: string, method: string, body: object) => {
    setRefusal(undefined);
    try {
      const { json } = await request(url, { method, body: JSON.stringify(body) });
      cache.setQueryData(['form-backtest', json.id], json);
      setId(json.id);
    } catch (failure) {
      setRefusal(failure instanceof Error ? failure.message : String(failure));
    }
  };
  return {
    backtest,
    refusal: refusal ?? error?.message,
    start: (formSchema: JsonMap) => call(at, 'POST', { formSchema }),
    cancel: () => call(`${at}/${id}`, 'PATCH', { status: 'canceled' }),
  };
}
