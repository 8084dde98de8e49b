import { afterAll, beforeAll } from 'vitest';
import { type ApiCall, type ApiResponse, callerOf } from '#tests/product/call.ts';
import { type Agency, anAgency } from './factories.ts';
import { type Api, startApi } from './server.ts';

/** The response to a call, and the latency of the slowest concurrent request of another user. */
type TimedAnswer = { answer: ApiResponse; slowest: number };

/**
 * Makes a call while another user polls the API over the network. The slowest poll shows for how many milliseconds the
 * call blocked the event loop.
 */
async function measureLatency(api: Api, call: () => Promise<ApiResponse>): Promise<TimedAnswer> {
  const url = api.app.listeningOrigin;
  const other = callerOf(url);
  const send = async () => {
    const [began, used] = [performance.now(), process.cpuUsage()];
    const { status } = await other({ path: '/api/users/me', cookies: api.admin.cookies });
    if (status !== 200) throw new Error(`The other request got status ${status}`);
    const { user, system } = process.cpuUsage(used);
    // Exclude time that other processes of the machine took: count at most the CPU time of this process.
    return Math.min(performance.now() - began, (user + system) / 1_000);
  };
  await send();
  const under = { isRunning: true };
  const answering = call().finally(() => {
    under.isRunning = false;
  });
  const times: number[] = [];
  while (under.isRunning) times.push(await send());
  return { answer: await answering, slowest: Math.max(...times) };
}

/**
 * Starts a listening API with an agency for the tests of a file. `answerTo` makes a call and asserts that it blocks
 * nobody.
 */
export function openLatencyProbe() {
  const state: { api?: Api; agency?: Agency } = {};
  beforeAll(async () => {
    state.api = await startListening();
    state.agency = await anAgency(state.api);
  });
  afterAll(() => state.api?.close());
  const here = () => {
    if (!state.api || !state.agency) throw new Error('The API has not started');
    return { api: state.api, agency: state.agency };
  };
  return { here, answerTo: (call: ApiCall) => assertFast(here().api, call) };
}

/** The response to the administrator. Throws if concurrent requests were slow. */
async function assertFast(api: Api, call: ApiCall): Promise<ApiResponse> {
  const { answer, slowest } = await measureTwice(api, () => api.admin.call(call));
  if (slowest < longest) return answer;
  throw new Error(`Another request took ${Math.round(slowest)} ms during ${call.method} ${call.path}`);
}

/**
 * The allowed latency: a quarter of a second on the machine of the author, where the work of `workTime` takes 10 ms.
 */
const longest = Math.max(250, 25 * workTime());

/** How long this machine takes to parse and stringify a megabyte of JSON. Milliseconds, the median of five. */
function workTime(): number {
  const text = JSON.stringify(times(20_000, (index) => ({ name: `Name ${index}`, count: index })));
  const durations = times(5, () => {
    const before = process.cpuUsage();
    JSON.stringify(JSON.parse(text));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return durations.toSorted((one, other) => one - other)[2] ?? 0;
}

/** Like `measureLatency`, with one retry if it was slow: other processes may use the machine. */
async function measureTwice(api: Api, call: () => Promise<ApiResponse>): Promise<TimedAnswer> {
  const first = await measureLatency(api, call);
  return first.slowest < longest ? first : await measureLatency(api, call);
}

/** Starts an API that listens on a free port. */
async function startListening(): Promise<Api> {
  const api = await startApi();
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  return api;
}

export function times<T>(count: number, each: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => each(index));
}
