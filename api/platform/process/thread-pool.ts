import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Piscina } from 'piscina';

type PoolOptions = NonNullable<ConstructorParameters<typeof Piscina>[0]>;

interface ThreadPoolOptions extends Pick<PoolOptions, 'maxThreads' | 'resourceLimits'> {
  /** The address of the worker's file. When running from sources, the threads get the TypeScript loader. */
  worker: URL;
  /** The worker function for tasks that name none. Piscina requires it. */
  name: string;
  /** Called before the first thread starts. */
  beforeStart?: () => void;
}

/** Worker threads that start with the first task. Idle threads exit. */
export interface ThreadPool<Task, Result> {
  threads: () => Promise<Piscina<Task, Result>>;
  /** Terminates the threads; the next task starts new ones. */
  close: () => Promise<void>;
}

/** Opens a pool of worker threads on first use. Piscina is loaded lazily, too. */
export function createThreadPool<Task, Result>(options: ThreadPoolOptions): ThreadPool<Task, Result> {
  const state: { threads: Promise<Piscina<Task, Result>> | undefined } = { threads: undefined };
  return {
    threads: () => {
      state.threads ??= openThreads(options);
      return state.threads;
    },
    close: async () => {
      const { threads } = state;
      state.threads = undefined;
      await (await threads)?.destroy();
    },
  };
}

async function openThreads<Task, Result>({
  worker,
  beforeStart,
  ...options
}: ThreadPoolOptions): Promise<Piscina<Task, Result>> {
  const { Piscina } = await import('piscina');
  beforeStart?.();
  const filename = fileURLToPath(worker);
  return new Piscina({
    ...options,
    filename,
    execArgv: extname(filename) === '.ts' ? ['--import', import.meta.resolve('tsx')] : [],
    minThreads: 0,
    idleTimeout: 15_000,
    // The main thread has priority.
    niceIncrement: 10,
  });
}
