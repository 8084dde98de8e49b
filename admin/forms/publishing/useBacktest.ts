import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Form, FormBacktest, JsonMap } from '#schemas/generated/types.ts';
import { request } from '../../provider/http.ts';

/** Summarizes a backtest in a sentence. */
export function backtestSummary({ status, done, total, refused, passing }: FormBacktest): string {
  if (status === 'running') return total === null ? 'Starting…' : `${done} of ${total} orders tested.`;
  if (status === 'failed') return 'The test failed. Try again.';
  const over = status === 'canceled' ? `Canceled after ${orderCountText(done)}` : `Tested ${orderCountText(done)}`;
  if (done === 0) return status === 'canceled' ? 'Canceled.' : 'There are no orders on this form that you can view.';
  if (refused + passing === 0) return `${over}: none would have a different result.`;
  return `${over}: ${refused} that ${refused === 1 ? 'passes' : 'pass'} now would be rejected, and ${passing} would newly pass.`;
}

/** '1 order', '2 orders'. */
export const orderCountText = (count: number) => `${count} ${count === 1 ? 'order' : 'orders'}`;

/** Summarizes what a rule did over `done` orders. */
export function ruleResultText(
  { kind, ran, refused, shown, hidden }: FormBacktest['coverage'][number],
  done: number,
): string {
  if (ran === 0) return 'never ran';
  if (kind === 'validation') return `rejected ${refused} of ${done}`;
  if (kind === 'condition' || kind === 'option') return `shown in ${shown}, hidden in ${hidden} of ${done}`;
  if (kind === 'required' || kind === 'readonly') return `held in ${shown} of ${done}`;
  return `calculated in ${ran} of ${done}`;
}

/** Polling interval in milliseconds. */
const pollInterval = 700;

/** How many recent backtests are searched for one that is done. */
const searchLimit = 5;

/** Query for the form's latest completed backtest that the user may read; null if none of the recent ones is done. */
export const latestBacktestQuery = (form: string | undefined) =>
  queryOptions({
    queryKey: ['form-backtest', 'last', form],
    queryFn: async ({ signal }): Promise<FormBacktest | null> => {
      const url = `/api/forms/${form}/backtests?limit=${searchLimit}&columns=status,coverage,done,endedAt`;
      const { results }: { results: FormBacktest[] } = (await request(url, { signal })).json;
      return results.find(({ status }) => status === 'done') ?? null;
    },
    enabled: form !== undefined,
  });

/** Starts, polls and cancels a backtest, which runs as a server job. */
export function useBacktest({ id: form }: Pick<Form, 'id'>) {
  const cache = useQueryClient();
  const [id, setId] = useState<string>();
  const [startError, setStartError] = useState<string>();
  const at = `/api/forms/${form}/backtests`;
  const key = ['form-backtest', id];
  const { data: backtest, error } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<FormBacktest> => (await request(`${at}/${id}`, { signal })).json,
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? pollInterval : false),
  });
  const call = async (url: string, method: string, body: object) => {
    setStartError(undefined);
    try {
      const { json } = await request(url, { method, body: JSON.stringify(body) });
      cache.setQueryData(['form-backtest', json.id], json);
      setId(json.id);
    } catch (failure) {
      setStartError(failure instanceof Error ? failure.message : String(failure));
    }
  };
  return {
    backtest,
    startError: startError ?? error?.message,
    start: (formSchema: JsonMap) => call(at, 'POST', { formSchema }),
    cancel: () => call(`${at}/${id}`, 'PATCH', { status: 'canceled' }),
  };
}
